import { useLayoutEffect } from 'react';

const holders = new Set<object>();
const listeners = new Set<() => void>();

/** Whether the site has unsaved changes, which a new release or closing the tab would discard. */
export function hasUnsavedChanges(): boolean {
  return holders.size > 0;
}

/** Calls the listener when {@link hasUnsavedChanges} changes. Returns the function that unsubscribes it. */
export function onUnsavedChanges(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Marks changes as unsaved until the returned function is called. For changes that a module keeps while none of its pages is
 * open; components use {@link useUnsavedChanges}. Keep the changes with `tabDrafts`, which all releases of the module share: when
 * a page has failed, the tab loads a fixed release despite unsaved changes.
 */
export function holdUnsavedChanges(): () => void {
  const holder = {};
  change(() => holders.add(holder));
  return () => change(() => holders.delete(holder));
}

/**
 * Tells the site whether a component has unsaved changes while it is mounted. While there are any, the tab loads no new
 * release, and the browser asks before it closes or reloads the tab.
 */
export function useUnsavedChanges(unsaved: boolean): void {
  // A layout effect: with a later one, a tab that is closed when "Saved" appears could still ask.
  useLayoutEffect(() => (unsaved ? holdUnsavedChanges() : undefined), [unsaved]);
}

function change(make: () => void): void {
  const before = hasUnsavedChanges();
  make();
  const after = hasUnsavedChanges();
  if (before === after) return;
  // Only while needed: this listener keeps browsers from storing the page for "back" (web.dev/articles/bfcache).
  if (after) window.addEventListener('beforeunload', askFirst);
  else window.removeEventListener('beforeunload', askFirst);
  for (const listener of listeners) listener();
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
