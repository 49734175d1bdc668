import { BroadcastChannel as NodeBroadcastChannel } from 'node:worker_threads';
import type { DOMWindow } from 'jsdom';

/** Does not keep the process alive: pages need not close their channels. */
class UnreferencedBroadcastChannel extends NodeBroadcastChannel {
  constructor(name: string) {
    super(name);
    this.unref();
  }
}

/** Globals from Node, which jsdom lacks, or whose own versions Node's `fetch` does not accept. */
export const NODE_GLOBALS = {
  AbortController,
  AbortSignal,
  BroadcastChannel: UnreferencedBroadcastChannel,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  TransformStream,
  WritableStream,
  structuredClone,
};

/** Replaces observers: it never calls their function. */
class IdleObserver {
  static readonly supportedEntryTypes: readonly string[] = [];
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): never[] {
    return [];
  }
}

/** Observers of the layout, which jsdom does not have. */
export const LAYOUT_OBSERVERS = { IntersectionObserver: IdleObserver, ResizeObserver: IdleObserver };

/** The part of a jsdom window that {@link acceptNodeSignals} needs. */
interface ListeningWindow extends EventTarget {
  readonly EventTarget: typeof EventTarget;
}

/** Lets event listeners be removed by Node's abort signals, which replace jsdom's: jsdom accepts only its own. */
export function acceptNodeSignals(window: ListeningWindow): void {
  // Jest's environment adds a function of its own to the window.
  const owners = Object.hasOwn(window, 'addEventListener') ? [window.EventTarget.prototype, window] : [window.EventTarget.prototype];
  for (const owner of owners) {
    // oxlint-disable-next-line typescript/unbound-method -- called with its target below
    const add = owner.addEventListener;
    owner.addEventListener = function addEventListener(this: EventTarget | undefined, type, listener, options) {
      const target = this ?? window;
      if (typeof options !== 'object' || !(options.signal instanceof AbortSignal)) {
        add.call(target, type, listener, options);
        return;
      }
      const { signal, ...rest } = options;
      if (signal.aborted) return;
      add.call(target, type, listener, rest);
      signal.addEventListener('abort', () => target.removeEventListener(type, listener, rest), { once: true });
    };
  }
}

/** The part of a jsdom window that {@link addDialogMethods} needs. */
interface DialogWindow {
  readonly HTMLDialogElement: typeof HTMLDialogElement;
  readonly Event: typeof Event;
}

/** Adds the methods of `<dialog>` that jsdom lacks, as far as components that open and close one need them. */
export function addDialogMethods({ HTMLDialogElement: Dialog, Event: DialogEvent }: DialogWindow): void {
  function show(this: HTMLDialogElement): void {
    if (this.open) throw new DOMException('The dialog is already open.', 'InvalidStateError');
    this.open = true;
  }
  Dialog.prototype.show = show;
  Dialog.prototype.showModal = show;
  Dialog.prototype.close = function close(this: HTMLDialogElement, returnValue?: string) {
    if (!this.open) return;
    this.open = false;
    if (returnValue !== undefined) this.returnValue = returnValue;
    queueMicrotask(() => this.dispatchEvent(new DialogEvent('close')));
  };
}

/**
 * Adds what every browser has and jsdom lacks, as far as code may use it while it loads. Nothing is measured and no request gets
 * a response: jsdom has no layout, and the window has no network.
 */
export function fillBrowserGaps(window: DOMWindow): void {
  const missing: Record<string, unknown> = {
    ...NODE_GLOBALS,
    fetch: () => new Promise(() => undefined),
    matchMedia: noMedia,
    requestIdleCallback: (callback: () => void) => window.setTimeout(callback, 0),
    cancelIdleCallback: (id: number) => window.clearTimeout(id),
    ...LAYOUT_OBSERVERS,
    PerformanceObserver: IdleObserver,
  };
  for (const [name, value] of Object.entries(missing)) {
    if (!(name in window) || name.startsWith('Abort')) Object.defineProperty(window, name, { value, configurable: true, writable: true });
  }
  Object.defineProperty(window, 'crypto', { value: crypto, configurable: true });
  window.scrollTo = () => undefined;
}

/** Replaces `matchMedia`: a window for which no media query is true. */
export function noMedia(media: string): Partial<MediaQueryList> {
  const nothing = (): void => undefined;
  return { media, matches: false, onchange: null, addEventListener: nothing, removeEventListener: nothing, addListener: nothing, removeListener: nothing };
}
