import { diff3Merge, diffIndices } from 'node-diff3';
import { withChecksOf, type Replacement } from './checklist.ts';
import type { NoteText } from './notes.ts';

/** Most lines or words that are compared with each other. Comparing takes quadratic time, and other users write one of the texts. */
const MAX_COMPARED = 300;

/** The text of a user together with what another user has changed since `base`; null if both have changed the same lines. */
export function mergedText(mine: NoteText, base: NoteText, theirs: NoteText): NoteText | null {
  const title = mergedTitle(mine.title, base.title, theirs.title);
  const body = withChecksOf(mine.body, base.body, theirs.body) ?? mergedLines(mine.body, base.body, theirs.body);
  return title === null || body === null ? null : { title, body };
}

function mergedTitle(mine: string, base: string, theirs: string): string | null {
  const title = mine.trim();
  if (theirs === base || theirs === title) return mine;
  return title === base ? theirs : null;
}

/** Changes of neighbouring lines count as changes of the same lines, because together they may say what neither user wanted. */
function mergedLines(mine: string, base: string, theirs: string): string | null {
  const [a, o, b] = [mine.split('\n'), base.split('\n'), theirs.split('\n')];
  if (Math.max(a.length, o.length, b.length) > MAX_COMPARED) return null;
  const lines: string[] = [];
  for (const { ok, conflict } of diff3Merge(a, o, b)) {
    if (conflict || !ok) return null;
    lines.push(...ok);
  }
  return lines.join('\n');
}

/** What turns one text into another, from its end to its start, so that earlier positions stay valid. */
export function replacements(before: string, after: string): readonly Replacement[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  const starts = [0];
  for (const line of a) starts.push((starts.at(-1) ?? 0) + line.length);
  return changedLines(a, b)
    .map(({ index, count, removed, added }) => {
      let same = 0;
      while (same < removed.length && removed[same] === added[same]) same += 1;
      let sameEnd = 0;
      while (sameEnd < Math.min(removed.length, added.length) - same && removed.at(-1 - sameEnd) === added.at(-1 - sameEnd)) sameEnd += 1;
      return { from: (starts[index] ?? 0) + same, to: (starts[index + count] ?? before.length) - sameEnd, text: added.slice(same, added.length - sameEnd) };
    })
    .toReversed();
}

interface ChangedLines {
  /** Index of the first line in the text before. */
  readonly index: number;
  /** Number of lines in the text before. */
  readonly count: number;
  readonly removed: string;
  readonly added: string;
}

function changedLines(before: readonly string[], after: readonly string[]): readonly ChangedLines[] {
  // A long checklist, in which others have checked items.
  if (before.length > MAX_COMPARED && before.length === after.length) return before.map((removed, index) => ({ index, count: 1, removed, added: after[index] ?? '' })).filter(({ removed, added }) => removed !== added);
  return diffIndices([...before], [...after]).map(({ buffer1: [index, count], buffer1Content, buffer2Content }) => ({ index, count, removed: buffer1Content.join(''), added: buffer2Content.join('') }));
}

/** The lines of a text with their ends. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

/** A part of a text; `isNew` if the other text has other words there. */
export interface TextPart {
  readonly text: string;
  readonly isNew: boolean;
}

/** Another user's text in parts, so that the words which the user's own text does not have can be marked. */
export function markNew(mine: string, theirs: string): readonly TextPart[] {
  const [known, words] = [wordsOf(mine), wordsOf(theirs)];
  const isLong = Math.max(known.length, words.length) > MAX_COMPARED;
  const changes = isLong ? [{ buffer2: [0, words.length] as const }] : diffIndices(known.map(trim), words.map(trim));
  const parts: TextPart[] = [];
  let index = 0;
  function add(end: number, isNew: boolean): void {
    const text = words.slice(index, end).join('');
    const space = isNew ? text.length - text.trimStart().length : 0;
    parts.push({ text: text.slice(0, space), isNew: false }, { text: text.slice(space), isNew });
    index = end;
  }
  for (const { buffer2: [start, count] } of changes) {
    add(start, false);
    add(start + count, true);
  }
  add(words.length, false);
  return parts.filter(({ text }) => text !== '');
}

function trim(word: string): string {
  return word.trim();
}

/** The words of a text, each with the space before it. */
function wordsOf(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}
