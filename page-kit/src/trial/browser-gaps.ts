import { BroadcastChannel as NodeBroadcastChannel } from 'node:worker_threads';
import type { DOMWindow } from 'jsdom';

/**
 * Gives a window of jsdom what every browser has and jsdom lacks, as far as code may use it while it is loaded. Nothing
 * is measured and nothing is answered: the trial has no layout and no network.
 */
export function fillBrowserGaps(window: DOMWindow): void {
  const missing: Record<string, unknown> = {
    AbortController,
    AbortSignal,
    BroadcastChannel: QuietBroadcastChannel,
    Headers,
    Request,
    Response,
    TextDecoder,
    TextEncoder,
    ReadableStream,
    WritableStream,
    TransformStream,
    structuredClone,
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

/** A channel that nobody closes must not keep the process from ending. */
class QuietBroadcastChannel extends NodeBroadcastChannel {
  constructor(name: string) {
    super(name);
    this.unref();
  }
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
