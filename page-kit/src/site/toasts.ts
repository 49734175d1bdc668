import type { Toast } from '../contract/site.ts';

/** Maximum number of toasts on screen. More would cover a small screen, so the oldest without an action is removed first. */
const MAX_SHOWN = 3;

/** A toast on screen. */
export interface ShownToast extends Toast {
  /** Identifies it for {@link dismissToast}. */
  readonly id: number;
}

let shown: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/**
 * Shows a short notice, which screen readers announce. It replaces one with the same text, unless that has an action.
 *
 * @returns the function that removes it
 */
export function showToast(toast: Toast): () => void {
  lastId += 1;
  const id = lastId;
  const others = shown.filter(({ text, action }) => text !== toast.text || action);
  const removed = others.length >= MAX_SHOWN ? (others.find(({ action }) => !action) ?? others[0]) : null;
  change([...others.filter((other) => other !== removed), { ...toast, id }]);
  return () => dismissToast(id);
}

/** Removes a toast. */
export function dismissToast(id: number): void {
  if (shown.some((toast) => toast.id === id)) change(shown.filter((toast) => toast.id !== id));
}

/** The toasts on screen, the newest last. The list is replaced, never changed. */
export function shownToasts(): readonly ShownToast[] {
  return shown;
}

/** Calls the listener after the toasts have changed. Returns the function that unsubscribes it. */
export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(toasts: readonly ShownToast[]): void {
  shown = toasts;
  for (const listener of listeners) listener();
}
