import { diff3Merge, diffIndices } from 'node-diff3';
import { withChecksOf, type Replacement } from './checklist.ts';
import { BODY_LENGTH, type NoteText } from './notes.ts';

/** Maximum number of lines or words to compare: comparing takes quadratic time, and other users write one of the texts. */
const MAX_COMPARED = 300;

/** The text of a user together with what another user has changed since `base`; null if both have changed the same lines, or if it is too long. */
export function mergedText(mine: NoteText, base: NoteText, theirs: NoteText): NoteText | null {
  const title = mergedTitle(mine.title, base.title, theirs.title);
  const body = mergedBody(mine.body, base.body, theirs.body);
  return title === null || body === null || Array.from(body).length > BODY_LENGTH ? null : { title, body };
}

/** The user's body, followed by the title and the body of the other text where they differ. */
export function bothTexts(mine: NoteText, theirs: NoteText): string {
  const parts = [mine.body, theirs.title === mine.title.trim() ? '' : theirs.title, theirs.body === mine.body ? '' : theirs.body];
  return parts.filter((part) => part !== '').join('\n\n');
}

function mergedTitle(mine: string, base: string, theirs: string): string | null {
  const title = mine.trim();
  if (theirs === base || theirs === title) return mine;
  return title === base ? theirs : null;
}

function mergedBody(mine: string, base: string, theirs: string): string | null {
  if (mine === base || mine === theirs) return theirs;
  return withChecksOf(mine, base, theirs) ?? mergedLines(mine, base, theirs);
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
      const { start, end } = sharedEnds(removed, added);
      return { from: (starts[index] ?? 0) + start, to: (starts[index + count] ?? before.length) - end, text: added.slice(start, added.length - end) };
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

/** How many items two lists, or characters two texts, have in common at their start and, in the rest, at their end. */
function sharedEnds(one: ArrayLike<string>, other: ArrayLike<string>): { readonly start: number; readonly end: number } {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return { start, end };
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
  const words = wordsOf(theirs);
  const [a, b] = [wordsOf(mine).map(trim), words.map(trim)];
  const { start: before, end: after } = sharedEnds(a, b);
  const [rest, others] = [a.slice(before, a.length - after), b.slice(before, b.length - after)];
  const isLong = Math.max(rest.length, others.length) > MAX_COMPARED;
  const changes = isLong ? [{ buffer2: [0, others.length] as const }] : diffIndices(rest, others);
  const parts: TextPart[] = [];
  let index = 0;
  function add(end: number, isNew: boolean): void {
    const text = words.slice(index, end).join('');
    const space = isNew ? text.length - text.trimStart().length : 0;
    parts.push({ text: text.slice(0, space), isNew: false }, { text: text.slice(space), isNew });
    index = end;
  }
  for (const { buffer2: [start, count] } of changes) {
    add(before + start, false);
    add(before + start + count, true);
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
