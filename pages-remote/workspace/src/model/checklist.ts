/** An item of a checklist: a line of a note's text, such as `- [x] Milk`. */
export interface ChecklistItem {
  /** Index of its line in the text. */
  readonly line: number;
  readonly text: string;
  readonly checked: boolean;
}

/** A part of a note's text: lines of plain text, or a checklist. */
export type TextBlock = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'list'; readonly items: readonly ChecklistItem[] };

/** What an open item begins with. */
const OPEN = '- [ ] ';

const ITEM = /^- \[([ xX])\] ([^\n]*)$/;

function itemIn(lineText: string, line: number): ChecklistItem | null {
  const [, mark, text] = ITEM.exec(lineText) ?? [];
  return text === undefined ? null : { line, text, checked: mark !== ' ' };
}

/** The parts of a text, without the empty lines between them. */
export function blocksOf(body: string): readonly TextBlock[] {
  const blocks: ({ lines: string[] } | { items: ChecklistItem[] })[] = [];
  for (const [line, lineText] of body.split('\n').entries()) {
    const item = itemIn(lineText, line);
    const last = blocks.at(-1);
    if (item && last && 'items' in last) last.items.push(item);
    else if (item) blocks.push({ items: [item] });
    else if (last && 'lines' in last) last.lines.push(lineText);
    else blocks.push({ lines: [lineText] });
  }
  return blocks.flatMap((block): TextBlock[] => {
    if ('items' in block) return [{ kind: 'list', items: block.items }];
    const text = block.lines.join('\n').replace(/^\n+|\n+$/g, '');
    return text.trim() === '' ? [] : [{ kind: 'text', text }];
  });
}

/** The text without the marks of its checklists. */
export function withoutMarks(body: string): string {
  return body.split('\n').map((lineText, line) => itemIn(lineText, line)?.text ?? lineText).join('\n');
}

/** How many items of a text are checked; null if it has none. */
export function progressOf(body: string): { readonly done: number; readonly total: number } | null {
  const items = body.split('\n').flatMap((lineText, line) => itemIn(lineText, line) ?? []);
  return items.length === 0 ? null : { done: items.filter(({ checked }) => checked).length, total: items.length };
}

/**
 * The text with an item checked or not. If the lines around the item have changed, it is the nearest one with the same text; null if
 * there is none.
 */
export function withItem(body: string, { line, text }: ChecklistItem, checked: boolean): string | null {
  const lines = body.split('\n');
  const places = lines.flatMap((lineText, index) => (itemIn(lineText, index)?.text === text ? [index] : []));
  const [place] = places.sort((one, other) => Math.abs(one - line) - Math.abs(other - line));
  return place === undefined ? null : lines.with(place, `- [${checked ? 'x' : ' '}] ${text}`).join('\n');
}

/** The text with the items checked that others have checked since `base`; null if others have changed more than that. */
export function withChecksOf(mine: string, base: string, theirs: string): string | null {
  const [before, after] = [base.split('\n'), theirs.split('\n')];
  if (before.length !== after.length) return null;
  let merged = mine;
  for (const [line, text] of after.entries()) {
    if (text === before[line]) continue;
    const item = itemIn(text, line);
    if (!item || itemIn(before[line] ?? '', line)?.text !== item.text) return null;
    // The user may have removed the item.
    merged = withItem(merged, item, item.checked) ?? merged;
  }
  return merged;
}

/** A replacement in a text: `text` replaces the characters between two positions. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What Enter does to a checklist: it continues the list, and at an empty item ends it. Null if the caret is in no item. */
export function enterInList(body: string, caret: number): Replacement | null {
  const { from, to, item } = lineAt(body, caret);
  if (!item || caret < from + OPEN.length) return null;
  return item.text.trim() === '' ? { from, to, text: '' } : { from: caret, to: caret, text: `\n${OPEN}` };
}

/** What Backspace does to a checklist: it removes an empty item. Null if the caret is at the end of none. */
export function backspaceInList(body: string, caret: number): Replacement | null {
  const { from, to, item } = lineAt(body, caret);
  return item?.text === '' && caret === to ? { from: Math.max(from - 1, 0), to, text: '' } : null;
}

/** Makes the line at the caret an item, or plain text if it is one. */
export function toggleList(body: string, caret: number): Replacement {
  const { from, item } = lineAt(body, caret);
  return item ? { from, to: from + OPEN.length, text: '' } : { from, to: from, text: OPEN };
}

function lineAt(body: string, caret: number): { readonly from: number; readonly to: number; readonly item: ChecklistItem | null } {
  const from = caret === 0 ? 0 : body.lastIndexOf('\n', caret - 1) + 1;
  const end = body.indexOf('\n', caret);
  const to = end < 0 ? body.length : end;
  return { from, to, item: itemIn(body.slice(from, to), 0) };
}
