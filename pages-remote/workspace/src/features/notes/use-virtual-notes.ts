import { defaultRangeExtractor, useWindowVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Note } from '../../model/notes.ts';

/** Estimated height of a note in pixels, until it is measured. */
const ESTIMATED_HEIGHT = 59;

/** Notes rendered beyond each edge of the window, so that the Tab key reaches the next one. */
const OVERSCAN = 6;

/** Number of notes before the end of the list at which the next ones are loaded. */
const LOAD_AHEAD = 40;

/** Decides which notes are rendered, and where. */
export type NotesVirtualizer = Virtualizer<Window, HTMLLIElement>;

interface VirtualNotes {
  readonly list: React.RefObject<HTMLUListElement | null>;
  readonly virtualizer: NotesVirtualizer;
  /** Pixels from the top of the document to the list. */
  readonly margin: number;
  /** Whether the page is being printed. All notes are rendered then. */
  readonly printing: boolean;
}

/**
 * Renders only the notes in the window and the pinned ones. When notes appear or disappear above the window, the open editor, or
 * else the first visible note, stays at its place on the screen.
 *
 * @param editing id of the note whose editor is open
 * @param pinned ids of notes that stay mounted when they are scrolled out of the window
 */
export function useVirtualNotes(notes: readonly Note[], editing: string | null, pinned: ReadonlySet<string>, onNearEnd: () => void): VirtualNotes {
  const list = useRef<HTMLUListElement>(null);
  const [margin, setMargin] = useState(0);
  const printing = usePrinting();
  const rangeExtractor = useCallback(
    (range: Range) => {
      if (printing) return notes.map((_, index) => index);
      const rendered = new Set(defaultRangeExtractor(range));
      if (pinned.size > 0) notes.forEach(({ id }, index) => pinned.has(id) && rendered.add(index));
      return [...rendered].sort((one, other) => one - other);
    },
    [notes, pinned, printing],
  );
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: notes.length,
    estimateSize: () => ESTIMATED_HEIGHT,
    // An element that is not displayed has no height.
    measureElement: (element) => element.offsetHeight || ESTIMATED_HEIGHT,
    getItemKey: useCallback((index: number) => notes[index]?.id ?? index, [notes]),
    overscan: OVERSCAN,
    rangeExtractor,
    scrollMargin: margin,
  });

  useLayoutEffect(() => {
    const measure = () => setMargin(list.current ? Math.round(list.current.getBoundingClientRect().top + scrollY) : 0);
    measure();
    // The forms, notices and filters above the list change their height.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const isEditorFixed = useFixedEditor(list, editing, virtualizer);
  useScrollAnchor(notes, virtualizer, isEditorFixed);

  const lastRendered = virtualizer.range?.endIndex ?? 0;
  const isNearEnd = notes.length > 0 && lastRendered >= notes.length - LOAD_AHEAD;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, notes.length, onNearEnd]);

  return { list, virtualizer, margin, printing };
}

/** Whether the page is being printed. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // Synchronously, because the browser lays out the paper as soon as the listeners have returned.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}

/**
 * Keeps the open editor at its place on the screen while it is visible, when content above it appears or disappears.
 *
 * @returns whether an editor is kept in place
 */
function useFixedEditor(listRef: React.RefObject<HTMLUListElement | null>, editing: string | null, virtualizer: NotesVirtualizer): React.RefObject<boolean> {
  /** Pixels from the top of the document to the editor. Scrolling does not change them. */
  const top = useRef<number | null>(null);
  const isFixed = useRef(false);
  /** The width of the window when the editor was at that place. */
  const width = useRef(0);

  const keepPlace = useEffectEvent(() => {
    const { current: list } = listRef;
    const editor = rowOf(list, editing);
    if (!list || !editor) return;
    // In a window of another width, everything has another place.
    const before = width.current === innerWidth ? top.current : null;
    width.current = innerWidth;
    const bounds = editor.getBoundingClientRect();
    top.current = bounds.top + scrollY;
    const moved = before === null ? 0 : top.current - before;
    isFixed.current = bounds.bottom - moved > 0 && bounds.top - moved < innerHeight;
    setScrollAdjustment(virtualizer, !isFixed.current);
    if (!isFixed.current || moved === 0) return;
    addSpaceBelow(list, moved);
    scrollBy({ top: moved, behavior: 'instant' });
  });
  useLayoutEffect(() => keepPlace());

  useLayoutEffect(() => {
    const { current: list } = listRef;
    if (editing === null) return;
    // What is above the list changes too, such as the filters that appear with the second note.
    const growth = new ResizeObserver(() => keepPlace());
    growth.observe(document.body);
    const trim = () => list && trimSpaceBelow(list);
    addEventListener('scroll', trim, { passive: true });
    addEventListener('resize', trim);
    // The browser's own scroll anchoring would scroll as well. Chromium 150 ignores the property on the root element alone.
    const roots = [document.documentElement, document.body];
    for (const { style } of roots) style.overflowAnchor = 'none';
    return () => {
      growth.disconnect();
      removeEventListener('scroll', trim);
      removeEventListener('resize', trim);
      for (const { style } of roots) style.overflowAnchor = '';
      if (list) list.style.marginBottom = '';
      setScrollAdjustment(virtualizer, true);
      top.current = null;
      isFixed.current = false;
    };
  }, [listRef, editing, virtualizer]);

  return isFixed;
}

/** Adds the space that the page lacks below the list to scroll by this many pixels. */
function addSpaceBelow(list: HTMLElement, scroll: number): void {
  const needed = scroll + innerHeight + scrollY;
  if (document.documentElement.scrollHeight >= needed) return;
  // Longer than the window first: the height of a shorter page is unknown.
  const spare = Number.parseFloat(list.style.marginBottom || '0') + needed;
  list.style.marginBottom = `${spare}px`;
  list.style.marginBottom = `${spare - (document.documentElement.scrollHeight - needed)}px`;
}

/** Removes the part of the added space that is below the window: users cannot scroll into it. */
function trimSpaceBelow(list: HTMLElement): void {
  const space = Number.parseFloat(list.style.marginBottom || '0');
  // Reading a height on every scroll would cost a layout each time.
  if (space === 0) return;
  const below = document.documentElement.scrollHeight - innerHeight - scrollY;
  if (below > 0) list.style.marginBottom = `${Math.max(0, space - below)}px`;
}

/** Sets whether the virtualizer scrolls when the measured height of a note above the window differs from the estimate. */
function setScrollAdjustment(virtualizer: NotesVirtualizer, adjusts: boolean): void {
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = adjusts ? undefined : () => false;
}

function rowOf(list: HTMLUListElement | null, note: string | null): HTMLElement | undefined {
  return [...(list?.querySelectorAll('li') ?? [])].find(({ dataset }) => dataset['note'] === note);
}

/** Keeps the first visible note at its place when the list changes above it, unless an editor is kept in place. */
function useScrollAnchor(notes: readonly Note[], virtualizer: NotesVirtualizer, isEditorFixed: React.RefObject<boolean>): void {
  const place = useRef<{ readonly notes: readonly Note[]; readonly id: string; readonly start: number } | null>(null);
  useLayoutEffect(() => {
    const before = place.current;
    const startOf = (id: string) => virtualizer.measurementsCache.find(({ key }) => key === id)?.start;
    const offset = virtualizer.scrollOffset ?? 0;
    if (before && before.notes !== notes && offset > virtualizer.options.scrollMargin && !isEditorFixed.current) {
      const start = startOf(before.id);
      if (start !== undefined && start !== before.start) scrollBy({ top: start - before.start, behavior: 'instant' });
    }
    const first = virtualizer.getVirtualItems().find(({ end }) => end > offset);
    place.current = first ? { notes, id: String(first.key), start: first.start } : null;
  });
}
