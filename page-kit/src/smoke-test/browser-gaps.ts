import type { DOMWindow } from 'jsdom';
import { partsFromNode } from '../jsdom/parts-from-node.ts';

/**
 * Adds the browser APIs that jsdom lacks and that code may use while it loads. They measure nothing and answer nothing,
 * because a smoke test has no layout and no network.
 */
export function fillBrowserGaps(window: DOMWindow): void {
  const missing: Record<string, unknown> = {
    ...partsFromNode,
    ReadableStream,
    WritableStream,
    TransformStream,
    fetch: () => new Promise(() => undefined),
    matchMedia: noMedia,
    requestIdleCallback: (callback: () => void) => window.setTimeout(callback, 0),
    cancelIdleCallback: (id: number) => window.clearTimeout(id),
    IntersectionObserver: IdleObserver,
    ResizeObserver: IdleObserver,
    PerformanceObserver: IdleObserver,
  };
  for (const [name, value] of Object.entries(missing)) {
    if (!(name in window) || name.startsWith('Abort')) Object.defineProperty(window, name, { value, configurable: true, writable: true });
  }
  Object.defineProperty(window, 'crypto', { value: crypto, configurable: true });
  window.scrollTo = () => undefined;
}

class IdleObserver {
  static readonly supportedEntryTypes: readonly string[] = [];
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): never[] {
    return [];
  }
}

function noMedia(media: string): Partial<MediaQueryList> {
  const nothing = (): void => undefined;
  return { media, matches: false, onchange: null, addEventListener: nothing, removeEventListener: nothing, addListener: nothing, removeListener: nothing };
}
