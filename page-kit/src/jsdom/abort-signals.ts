/** A window of jsdom, as far as its listeners need it. */
interface ListeningWindow extends EventTarget {
  readonly EventTarget: typeof EventTarget;
}

/** Lets listeners of a window end with Node's abort signals, which stand in the place of jsdom's: jsdom takes none but its own. */
export function takeNodeSignals(window: ListeningWindow): void {
  // Jest's environment puts a function of its own onto the window.
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
