const listeners = new Set<() => void>();

/** Calls the listener whenever the tab is told that something moved. Gives back the function that ends it. */
export function onReleaseNews(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says that something moved, by hearsay. */
export function tellReleaseNews(): void {
  for (const listener of listeners) listener();
}
