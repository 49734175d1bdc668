import { useEffect } from 'react';

const holders = new Set<object>();
const listeners = new Set<() => void>();

/** Whether something on the site would be lost now if its code or the tab went. */
export function hasUnsavedChanges(): boolean {
  return holders.size > 0;
}

/** Calls the listener whenever {@link hasUnsavedChanges} turns. Gives back the function that ends it. */
export function onUnsavedChanges(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Says that something is unsaved until the function that it gives back is called. For what a module keeps in memory
 * while none of its pages is open; components use {@link useUnsavedChanges}. Keep it with `tabDrafts`, which all releases of
 * the module share: behind an error card, the tab takes a fixed release although something is unsaved.
 */
export function holdUnsavedChanges(): () => void {
  const holder = {};
  change(() => holders.add(holder));
  return () => change(() => holders.delete(holder));
}

/**
 * Says, as long as the component is there, whether it has changes that are not saved. While there are some, no new
 * release is taken, and the browser asks before the tab is closed or loaded anew.
 */
export function useUnsavedChanges(unsaved: boolean): void {
  useEffect(() => (unsaved ? holdUnsavedChanges() : undefined), [unsaved]);
}

function change(make: () => void): void {
  const before = hasUnsavedChanges();
  make();
  const after = hasUnsavedChanges();
  if (before === after) return;
  // Only while needed: browsers do not keep pages with such a listener for "back" (web.dev/articles/bfcache).
  if (after) window.addEventListener('beforeunload', askFirst);
  else window.removeEventListener('beforeunload', askFirst);
  for (const listener of listeners) listener();
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
