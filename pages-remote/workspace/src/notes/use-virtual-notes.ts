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
 * wherever the person scrolls. What is in the window stays in its place when notes come or go above it.
 */
export function useVirtualNotes(notes: readonly Note[], kept: ReadonlySet<string>, onNearEnd: () => void): VirtualNotes {
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

  useKeptPlace(notes, virtualizer);

  const lastDrawn = virtualizer.range?.endIndex ?? 0;
  const isNearEnd = notes.length > 0 && lastDrawn >= notes.length - AHEAD;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, notes.length, onNearEnd]);

  return { list, virtualizer, margin };
}

/** Scrolls by what came or went above the first note in the window. */
function useKeptPlace(notes: readonly Note[], virtualizer: NotesVirtualizer): void {
  const place = useRef<{ readonly notes: readonly Note[]; readonly id: string; readonly start: number } | null>(null);
  useLayoutEffect(() => {
    const before = place.current;
    const startOf = (id: string) => virtualizer.measurementsCache.find(({ key }) => key === id)?.start;
    const offset = virtualizer.scrollOffset ?? 0;
    if (before && before.notes !== notes && offset > virtualizer.options.scrollMargin) {
      const start = startOf(before.id);
      if (start !== undefined && start !== before.start) scrollBy({ top: start - before.start, behavior: 'instant' });
    }
    const first = virtualizer.getVirtualItems().find(({ end }) => end > offset);
    place.current = first ? { notes, id: String(first.key), start: first.start } : null;
  });
}
