import { useEffect, useRef, useSyncExternalStore } from 'react';
import { uiText } from './ui-messages.ts';

type ArrivalListener = (title: string) => void;

let arrivalExpected = false;
const listeners = new Set<ArrivalListener>();

let shownTitle = '';
const titleListeners = new Set<() => void>();

/**
 * Announces that a new page, or a step that replaces the screen, is about to appear: the next `PageHeading` takes the focus
 * and is announced. Do not call it for the first page of a tab, whose title the browser announces.
 */
export function expectPageArrival(): void {
  arrivalExpected = true;
}

/** Calls the listener with the title of each page that a navigation opened. Returns the function that unsubscribes it. */
export function onPageArrival(listener: ArrivalListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies the listeners that the expected page has appeared. Returns false if none was expected: the focus then stays where it is. */
export function arriveAtPage(title: string): boolean {
  if (!arrivalExpected) return false;
  arrivalExpected = false;
  for (const listener of listeners) listener(title);
  return true;
}

/** The title of the page on screen; empty while a page loads. */
export function usePageTitle(): string {
  return useSyncExternalStore(onTitleChange, () => shownTitle);
}

function onTitleChange(listener: () => void): () => void {
  titleListeners.add(listener);
  return () => titleListeners.delete(listener);
}

function setShownTitle(title: string): void {
  shownTitle = title;
  for (const listener of titleListeners) listener();
}

/** The heading of a page. */
export interface PageHeadingProps {
  /** Text of the heading and of the document's title. */
  readonly title: string;
}

/**
 * The only h1 of a page. It sets the document's title, and takes the focus after a navigation. Where one route shows many records, give the
 * component around it the record's id as `key`: the heading of another record with the same title does not take the focus otherwise.
 */
export function PageHeading({ title }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    setShownTitle(title);
    if (arriveAtPage(title)) heading.current?.focus();
    return () => setShownTitle('');
  }, [title]);
  return (
    <>
      <title>{uiText('documentTitle', { title })}</title>
      <h1 className="atrium-page-heading" ref={heading} tabIndex={-1}>
        {title}
      </h1>
    </>
  );
}
