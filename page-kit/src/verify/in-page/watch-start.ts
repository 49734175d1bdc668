/** What the watch of a tab knows of a module's start, under the symbol `atrium verify start`. */
export interface StartWatch {
  /** How the start went; `ms` is how long it took, or has taken. `unknown`: it was not called, as far as is known. */
  start(): { readonly state: 'none' | 'unknown' | 'running' | 'done' | 'failed'; readonly ms: number };
}

/**
 * Times the start of a release, before any script of a page runs.
 *
 * @param container the global variable that the release's entry sets
 */
export function watchStart({ container }: { readonly container: string }): void {
  const seen: { state: ReturnType<StartWatch['start']>['state']; from: number; to: number } = { state: 'unknown', from: 0, to: 0 };

  const timeStart = (module: unknown) => {
    const page: unknown = typeof module === 'object' && module !== null && 'default' in module ? module.default : null;
    if (typeof page !== 'object' || page === null) return;
    const run: unknown = 'start' in page ? page.start : undefined;
    if (typeof run !== 'function') {
      seen.state = 'none';
      return;
    }
    Reflect.set(page, 'start', (...given: unknown[]): unknown => {
      Object.assign(seen, { state: 'running', from: performance.now() });
      const end = (state: 'done' | 'failed') => Object.assign(seen, { state, to: performance.now() });
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
  let handed: unknown;
  Object.defineProperty(window, container, {
    configurable: true,
    get: () => handed,
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
      handed = Object.create(given, { get: { value: get, enumerable: true } });
    },
  });

  const watch: StartWatch = {
    start: () => ({ state: seen.state, ms: Math.round((seen.state === 'running' ? performance.now() : seen.to) - seen.from) }),
  };
  Object.defineProperty(window, Symbol.for('atrium verify start'), { value: watch });
}
