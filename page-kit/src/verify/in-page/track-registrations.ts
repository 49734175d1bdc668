/** What a release registers with a tab. Stored under the symbol `atrium verify registrations`. */
interface RegistrationTracker {
  /** Starts over: earlier registrations no longer count. */
  begin(): void;
  /** Registrations since then that were not removed, one per line. */
  leftovers(): string[];
}

/** Each of the browser's observers. A target is missing for those of the whole tab. */
type AnyObserver = MutationObserver | ResizeObserver | IntersectionObserver | PerformanceObserver;

/**
 * Tracks which listeners, timers and observers a release registers with the tab. Runs before any script of the page. The nearest file on the
 * call stack decides whose registration it is, so those of React, the router and the shell do not count.
 */
export function trackRegistrations({ base }: { readonly base: string }): void {
  const files = location.origin + base;
  /** The text of each registration, and what it observes, if that is an element. */
  const registered = new Map<object, { readonly text: string; readonly element?: Node }>();

  /** File and line of the caller, if it is a file of the release. */
  const caller = (): string | null => {
    const [, place] = /(https?:\/\/[^\s)]+)/.exec(new Error().stack ?? '') ?? [];
    return place?.startsWith(files) === true ? place.slice(files.length) : null;
  };

  const nameOf = (target: EventTarget): string | null => {
    if (target === window) return 'window';
    if (target === document) return 'document';
    if (target === document.documentElement || target === document.body || target === document.head) return `<${(target as Element).tagName.toLowerCase()}>`;
    if (target instanceof MediaQueryList) return `matchMedia('${target.media}')`;
    if (target === window.visualViewport) return 'visualViewport';
    if (target === window.screen.orientation) return 'screen.orientation';
    // Other targets are removed together with their page.
    return null;
  };

  const listeners = new WeakMap<EventTarget, Map<string, Map<unknown, object>>>();
  // Called with their target below.
  /* oxlint-disable typescript/unbound-method */
  const add = EventTarget.prototype.addEventListener;
  const remove = EventTarget.prototype.removeEventListener;
  /* oxlint-enable typescript/unbound-method */
  const keyOf = (type: string, options: unknown) => {
    const capture = typeof options === 'boolean' ? options : (options as AddEventListenerOptions | undefined)?.capture === true;
    return `${type} ${capture}`;
  };
  const forget = (target: EventTarget, key: string, listener: unknown) => {
    const byListener = listeners.get(target)?.get(key);
    const entry = byListener?.get(listener);
    if (entry) registered.delete(entry);
    byListener?.delete(listener);
  };
  EventTarget.prototype.addEventListener = function (this: EventTarget | undefined, type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions) {
    const target = this ?? window;
    add.call(target, type, listener, options);
    const name = nameOf(target);
    const place = name === null || listener === null ? null : caller();
    if (place === null || listener === null) return;
    const { once = false, signal } = typeof options === 'object' ? options : {};
    if (signal?.aborted) return;
    const key = keyOf(type, options);
    forget(target, key, listener);
    const entry = {};
    registered.set(entry, { text: `a listener for "${type}" on ${name} (${place})` });
    const byKey = listeners.get(target) ?? new Map<string, Map<unknown, object>>();
    listeners.set(target, byKey);
    byKey.set(key, (byKey.get(key) ?? new Map<unknown, object>()).set(listener, entry));
    const gone = () => forget(target, key, listener);
    if (once) add.call(target, type, gone, { ...(options as AddEventListenerOptions) });
    if (signal) add.call(signal, 'abort', gone, { once: true });
  };
  EventTarget.prototype.removeEventListener = function (this: EventTarget | undefined, type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | EventListenerOptions) {
    const target = this ?? window;
    remove.call(target, type, listener, options);
    forget(target, keyOf(type, options), listener);
  };

  // Frames have numbers of their own, which can be those of timers.
  const [timers, frames] = [new Map<unknown, object>(), new Map<unknown, object>()];
  const trackTimer = (running: Map<unknown, object>, name: 'setTimeout' | 'setInterval' | 'requestAnimationFrame', clear: 'clearTimeout' | 'clearInterval' | 'cancelAnimationFrame', what: string) => {
    const set: (...given: unknown[]) => unknown = window[name].bind(window) as never;
    const end: (id: unknown) => void = window[clear].bind(window) as never;
    const settle = (id: unknown) => {
      const entry = running.get(id);
      if (entry) registered.delete(entry);
      running.delete(id);
    };
    const tracked = (callback: unknown, ...rest: unknown[]) => {
      const place = caller();
      if (place === null || typeof callback !== 'function') return set(callback, ...rest);
      const entry = {};
      const run = (...given: unknown[]): unknown => {
        if (name !== 'setInterval') settle(id);
        return Reflect.apply(callback, window, given);
      };
      const id = set(run, ...rest);
      registered.set(entry, { text: `${what} (${place})` });
      running.set(id, entry);
      return id;
    };
    Object.assign(window, {
      [name]: tracked,
      [clear]: (id: unknown) => {
        settle(id);
        end(id);
      },
    });
  };
  trackTimer(timers, 'setTimeout', 'clearTimeout', 'a pending timer');
  trackTimer(timers, 'setInterval', 'clearInterval', 'a running interval');
  trackTimer(frames, 'requestAnimationFrame', 'cancelAnimationFrame', 'a requested animation frame');

  const observed = new WeakMap<AnyObserver, Map<unknown, object>>();
  const stop = (observer: AnyObserver, targets: Iterable<unknown>) => {
    const entries = observed.get(observer);
    for (const target of [...targets]) {
      const entry = entries?.get(target);
      if (entry) registered.delete(entry);
      entries?.delete(target);
    }
  };
  for (const name of ['MutationObserver', 'ResizeObserver', 'IntersectionObserver', 'PerformanceObserver'] as const) {
    const prototype: { observe: unknown; disconnect: unknown; unobserve?: unknown } = window[name].prototype;
    const { observe, disconnect, unobserve } = prototype as Readonly<Record<string, (this: AnyObserver, ...given: unknown[]) => void>>;
    prototype.observe = function (this: AnyObserver, ...given: unknown[]) {
      observe?.apply(this, given);
      const place = caller();
      if (place === null) return;
      const [target] = given;
      stop(this, [target]);
      const entry = {};
      registered.set(entry, { text: `a ${name} (${place})`, ...(target instanceof Node && { element: target }) });
      observed.set(this, (observed.get(this) ?? new Map<unknown, object>()).set(target, entry));
    };
    prototype.disconnect = function (this: AnyObserver) {
      disconnect?.apply(this);
      stop(this, observed.get(this)?.keys() ?? []);
    };
    if (unobserve) {
      prototype.unobserve = function (this: AnyObserver, target: unknown) {
        unobserve.apply(this, [target]);
        stop(this, [target]);
      };
    }
  }

  // Elements that are no longer in the document take their observers with them.
  const leftovers = () => [...registered.values()].filter(({ element }) => element?.isConnected !== false).map(({ text }) => text);
  const tracker: RegistrationTracker = { begin: () => registered.clear(), leftovers };
  // Under a symbol, because another check reports new names.
  Object.defineProperty(window, Symbol.for('atrium verify registrations'), { value: tracker });
}
