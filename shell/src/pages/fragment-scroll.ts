import { onPageArrival } from '@atrium/page-kit/ui';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Scrolls to the element that the URL's fragment names, as a browser does when it loads a document. The page may appear later. */
export function FragmentScroll() {
  const { pathname, hash } = useLocation();
  useEffect(() => {
    const scroll = () => fragmentElement(hash)?.scrollIntoView();
    scroll();
    // After the heading has taken the focus, which scrolls to it.
    return onPageArrival(() => queueMicrotask(scroll));
  }, [pathname, hash]);
  return null;
}

function fragmentElement(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null; // The fragment has a broken escape.
  }
}
