type ArrivalListener = (title: string) => void;

let expected = false;
const listeners = new Set<ArrivalListener>();

/**
 * Says that a new page, or a new step that replaces the screen, is about to appear: the next `PageHeading` takes the
 * focus and is announced. Not called for the first page of a tab, where the browser itself announces the title.
 */
export function expectPageArrival(): void {
  expected = true;
}

/** Calls the listener with the title of each page that a navigation led to. Gives back the function that ends it. */
export function onPageArrival(listener: ArrivalListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells the listeners that the expected page is there. False when none was expected: then focus stays where it is. */
export function arriveAtPage(title: string): boolean {
  if (!expected) return false;
  expected = false;
  for (const listener of listeners) listener(title);
  return true;
}
