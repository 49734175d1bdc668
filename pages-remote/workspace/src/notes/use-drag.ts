import { useState, type PointerEvent } from 'react';
import type { NotesVirtualizer } from './use-virtual-notes.ts';

/** Pixels from the edge of the window within which it scrolls while something is dragged. */
const EDGE = 72;

/** A note on its way, and the place that it would take: indices in the list. */
export interface Drag {
  readonly from: number;
  readonly to: number;
}

/** What a handle does when it is dragged, by mouse, pen or finger. */
export function useDrag(virtualizer: NotesVirtualizer, onDrop: (drag: Drag) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  return {
    drag,
    handle: (index: number) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: index, to: index });
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (drag?.from !== index) return;
        if (event.clientY < EDGE) scrollBy(0, event.clientY - EDGE);
        else if (event.clientY > innerHeight - EDGE) scrollBy(0, event.clientY - innerHeight + EDGE);
        const over = virtualizer.getVirtualItemForOffset(event.clientY + scrollY);
        if (over && over.index !== drag.to) setDrag({ from: index, to: over.index });
      },
      onPointerUp() {
        if (drag?.from === index && drag.to !== index) onDrop(drag);
        setDrag(null);
      },
      onPointerCancel() {
        setDrag(null);
      },
    }),
  };
}
