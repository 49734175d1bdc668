/** What a release registers with a tab. Stored under the symbol `atrium verify registrations`. */
interface RegistrationTracker {
  /** Starts over: earlier registrations no longer count. */
  begin(): void;
  /** Registrations since then that were not removed, one per line. */
  leftovers(): string[];
}

/**
 * Tracks which listeners and timers a release registers with the tab. Runs before any script of the page. The nearest file on the
 * call stack decides whose registration it is, so those of React, the router and the shell do not count.
 */
export function trackRegistrations({ base }: { readonly base: string }): void {
  const files = location.origin + base;
  const registered = new Map<object, string>();

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
    registered.set(entry, `a listener for "${type}" on ${name} (${place})`);
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

  const timers = new Map<unknown, object>();
  const trackTimer = (name: 'setTimeout' | 'setInterval' | 'requestAnimationFrame', clear: 'clearTimeout' | 'clearInterval' | 'cancelAnimationFrame', what: string) => {
    const set: (...given: unknown[]) => unknown = window[name].bind(window) as never;
    const end: (id: unknown) => void = window[clear].bind(window) as never;
    const settle = (id: unknown) => {
      const entry = timers.get(id);
      if (entry) registered.delete(entry);
      timers.delete(id);
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
      registered.set(entry, `${what} (${place})`);
      timers.set(id, entry);
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
  trackTimer('setTimeout', 'clearTimeout', 'a pending timer');
  trackTimer('setInterval', 'clearInterval', 'a running interval');
  trackTimer('requestAnimationFrame', 'cancelAnimationFrame', 'a requested animation frame');

  const tracker: RegistrationTracker = { begin: () => registered.clear(), leftovers: () => [...registered.values()] };
  // Under a symbol, because another check reports new names.
  Object.defineProperty(window, Symbol.for('atrium verify registrations'), { value: tracker });
}
