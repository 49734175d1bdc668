/** The start of a module in a tab. Stored under the symbol `atrium verify start`. */
interface StartTracker {
  /** The state of the start, and how long it took or has been running. `unknown`: it was not called yet. */
  start(): { readonly state: 'none' | 'unknown' | 'running' | 'done' | 'failed'; readonly ms: number };
}

/**
 * Measures the start of a release. Runs before any script of the page.
 *
 * @param container the global variable that the release's entry sets
 */
export function trackStart({ container }: { readonly container: string }): void {
  const start: { state: ReturnType<StartTracker['start']>['state']; from: number; to: number } = { state: 'unknown', from: 0, to: 0 };

  /** Passes the module to the script that throws errors. */
  const onModule = (page: object) => {
    const errors: unknown = Reflect.get(window, Symbol.for('atrium verify errors'));
    const prepare: unknown = typeof errors === 'object' && errors !== null ? Reflect.get(errors, 'prepareModule') : null;
    if (typeof prepare === 'function') Reflect.apply(prepare, errors, [page]);
  };
  const timeStart = (module: unknown) => {
    const page: unknown = typeof module === 'object' && module !== null && 'default' in module ? module.default : null;
    if (typeof page !== 'object' || page === null) return;
    onModule(page);
    const run: unknown = 'start' in page ? page.start : undefined;
    if (typeof run !== 'function') {
      start.state = 'none';
      return;
    }
    Reflect.set(page, 'start', (...given: unknown[]): unknown => {
      Object.assign(start, { state: 'running', from: performance.now() });
      const end = (state: 'done' | 'failed') => Object.assign(start, { state, to: performance.now() });
      try {
        const result: unknown = Reflect.apply(run, page, given);
        Promise.resolve(result).then(() => end('done'), () => end('failed'));
        return result;
      } catch (error) {
        end('failed');
        throw error;
      }
    });
  };
  const timed = new WeakSet<object>();
  let wrapped: unknown;
  Object.defineProperty(window, container, {
    configurable: true,
    get: () => wrapped,
    set: (given: { readonly get: (name: string) => Promise<() => unknown> }) => {
      const get = async (name: string) => {
        const factory = await given.get(name);
        return () => {
          const module = factory();
          if (name === './module' && typeof module === 'object' && module !== null && !timed.has(module)) {
            timed.add(module);
            timeStart(module);
          }
          return module;
        };
      };
      wrapped = Object.create(given, { get: { value: get, enumerable: true } });
    },
  });

  const tracker: StartTracker = {
    start: () => ({ state: start.state, ms: Math.round((start.state === 'running' ? performance.now() : start.to) - start.from) }),
  };
  Object.defineProperty(window, Symbol.for('atrium verify start'), { value: tracker });
}
