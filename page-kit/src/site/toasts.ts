import type { Toast } from '../contract/site.ts';

/** More would cover a small screen: the oldest that needs no answer goes first. */
const SHOWN_AT_ONCE = 3;

/** A toast on screen. */
export interface ShownToast extends Toast {
  readonly id: number;
}

let shown: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/**
 * Shows a short notice, which is also read out to screen readers.
 *
 * @returns the function that takes it away again
 */
export function showToast(toast: Toast): () => void {
  lastId += 1;
  const id = lastId;
  const next = [...shown, { ...toast, id }];
  const leaves = next.length > SHOWN_AT_ONCE ? (next.find(({ action }) => !action) ?? next[0]) : null;
  change(next.filter((other) => other !== leaves));
  return () => dismissToast(id);
}

/** Takes a toast away. */
export function dismissToast(id: number): void {
  if (shown.some((toast) => toast.id === id)) change(shown.filter((toast) => toast.id !== id));
}

/** The toasts on screen, the newest last. The list is replaced, never changed. */
export function shownToasts(): readonly ShownToast[] {
  return shown;
}

/** Calls the listener after the toasts changed. Gives back the function that ends it. */
export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(toasts: readonly ShownToast[]): void {
  shown = toasts;
  for (const listener of listeners) listener();
}
