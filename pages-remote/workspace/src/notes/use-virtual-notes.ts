import { defaultRangeExtractor, useWindowVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Note } from './note.ts';
import { usePrinting } from './use-printing.ts';

/** Pixels: what a note is taken to be high before it has been measured. */
const GUESSED_HEIGHT = 152;

/** Pixels between two notes. */
const GAP = 16;

/** Notes that are drawn beyond the edge of the window, so that the Tab key finds the next one. */
const OVERSCAN = 6;

/** Notes before the end at which the next ones are asked for. */
const AHEAD = 40;

export type NotesVirtualizer = Virtualizer<Window, HTMLLIElement>;

interface VirtualNotes {
  readonly list: React.RefObject<HTMLUListElement | null>;
  readonly virtualizer: NotesVirtualizer;
  /** Pixels from the top of the document to the list. */
  readonly margin: number;
}

/**
 * Draws only those of many notes that are in the window, and `kept` ones: what has the focus, or is being changed, stays
 * wherever the person scrolls. What is in the window stays in its place when notes come or go above it: the open editor,
 * or else the first note.
 *
 * @param editing id of the note whose editor is open
 */
export function useVirtualNotes(notes: readonly Note[], editing: string | null, kept: ReadonlySet<string>, onNearEnd: () => void): VirtualNotes {
  const list = useRef<HTMLUListElement>(null);
  const [margin, setMargin] = useState(0);
  const printing = usePrinting();
  const rangeExtractor = useCallback(
    (range: Range) => {
      // Paper has no window.
      if (printing) return notes.map((_, index) => index);
      const drawn = new Set(defaultRangeExtractor(range));
      if (kept.size > 0) notes.forEach(({ id }, index) => kept.has(id) && drawn.add(index));
      return [...drawn].sort((one, other) => one - other);
    },
    [notes, kept, printing],
  );
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: notes.length,
    estimateSize: () => GUESSED_HEIGHT,
    // What is not displayed has no height.
    measureElement: (element) => element.offsetHeight || GUESSED_HEIGHT,
    getItemKey: useCallback((index: number) => notes[index]?.id ?? index, [notes]),
    gap: GAP,
    overscan: OVERSCAN,
    rangeExtractor,
    scrollMargin: margin,
  });

  useLayoutEffect(() => {
    const measure = () => setMargin(list.current ? Math.round(list.current.getBoundingClientRect().top + scrollY) : 0);
    measure();
    // What stands above the list grows and shrinks: forms, notices, the bar of the filters.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const isEditorHeld = useHeldEditor(list, editing, virtualizer);
  useKeptPlace(notes, virtualizer, isEditorHeld);

  const lastDrawn = virtualizer.range?.endIndex ?? 0;
  const isNearEnd = notes.length > 0 && lastDrawn >= notes.length - AHEAD;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, notes.length, onNearEnd]);

  return { list, virtualizer, margin };
}

/**
 * Keeps the open editor where it is on the screen, whatever comes or goes above it, as long as it can be seen.
 *
 * @returns whether an editor is kept in its place
 */
function useHeldEditor(listRef: React.RefObject<HTMLUListElement | null>, editing: string | null, virtualizer: NotesVirtualizer): React.RefObject<boolean> {
  /** Where the editor begins: pixels from the top of the document, which scrolling does not change. */
  const top = useRef<number | null>(null);
  const isHeld = useRef(false);

  useLayoutEffect(() => {
    const { current: list } = listRef;
    const editor = rowOf(list, editing);
    if (!list || !editor) return;
    const before = top.current;
    const bounds = editor.getBoundingClientRect();
    top.current = bounds.top + scrollY;
    const moved = before === null ? 0 : top.current - before;
    isHeld.current = bounds.bottom - moved > 0 && bounds.top - moved < innerHeight;
    letAdjust(virtualizer, !isHeld.current);
    if (!isHeld.current || moved === 0) return;
    // Where the page ends too soon to be scrolled so far, there is room below the list.
    const missing = moved + innerHeight + scrollY - document.documentElement.scrollHeight;
    if (missing > 0) list.style.marginBottom = `${Number.parseFloat(list.style.marginBottom || '0') + missing}px`;
    scrollBy({ top: moved, behavior: 'instant' });
  });

  useLayoutEffect(() => {
    const { current: list } = listRef;
    if (editing === null) return;
    // The browser would move the window as well.
    document.documentElement.style.overflowAnchor = 'none';
    return () => {
      document.documentElement.style.overflowAnchor = '';
      if (list) list.style.marginBottom = '';
      letAdjust(virtualizer, true);
      top.current = null;
      isHeld.current = false;
    };
  }, [listRef, editing, virtualizer]);

  return isHeld;
}

/** Whether the virtualizer itself moves the window when it measures a note above it. */
function letAdjust(virtualizer: NotesVirtualizer, adjusts: boolean): void {
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = adjusts ? undefined : () => false;
}

function rowOf(list: HTMLUListElement | null, note: string | null): HTMLElement | undefined {
  return [...(list?.querySelectorAll('li') ?? [])].find(({ dataset }) => dataset['note'] === note);
}

/** Scrolls by what came or went above the first note in the window, unless an editor is kept in its place. */
function useKeptPlace(notes: readonly Note[], virtualizer: NotesVirtualizer, isEditorHeld: React.RefObject<boolean>): void {
  const place = useRef<{ readonly notes: readonly Note[]; readonly id: string; readonly start: number } | null>(null);
  useLayoutEffect(() => {
    const before = place.current;
    const startOf = (id: string) => virtualizer.measurementsCache.find(({ key }) => key === id)?.start;
    const offset = virtualizer.scrollOffset ?? 0;
    if (before && before.notes !== notes && offset > virtualizer.options.scrollMargin && !isEditorHeld.current) {
      const start = startOf(before.id);
      if (start !== undefined && start !== before.start) scrollBy({ top: start - before.start, behavior: 'instant' });
    }
    const first = virtualizer.getVirtualItems().find(({ end }) => end > offset);
    place.current = first ? { notes, id: String(first.key), start: first.start } : null;
  });
}
