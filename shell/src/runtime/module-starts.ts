import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import { partKey, type SiteLoads } from './site-loads.ts';
import { RemoteUnavailableError } from './site-source.ts';
import { runningRelease, type TabModule } from './tab-modules.ts';

/** Milliseconds that a module's start may take before its signal is aborted. */
const START_TIMEOUT = 5_000;

/** The outcome of a module's start. */
export type StartOutcome = 'started' | 'unavailable' | 'failed' | 'timed-out';

interface Started {
  readonly release: string;
  readonly end: AbortController;
  readonly outcome: Promise<StartOutcome>;
  /** Whether the outcome is known and is not `started`. */
  failed: boolean;
}

/**
 * Starts the tab's page modules, one release of each at a time. A failure is logged, and the module is started again when
 * the user visits one of its pages, or one of its extensions appears. If a release's start throws before any of its pages is known to work, the previous
 * release replaces it, or an error card replaces its page.
 */
export class ModuleStarts {
  readonly #loads: SiteLoads;
  readonly #auth: AuthHandle;
  readonly #report: (error: RemoteUnavailableError, outcome: StartOutcome) => void;
  readonly #started = new Map<string, Started>();

  /** @param report gets each start that did not succeed, besides the console */
  constructor(loads: SiteLoads, auth: AuthHandle, report: (error: RemoteUnavailableError, outcome: StartOutcome) => void) {
    this.#loads = loads;
    this.#auth = auth;
    this.#report = report;
  }

  /** Starts all modules with `start: 'application'` in parallel, so that a slow or broken one delays no other. */
  startApplication(): Promise<StartOutcome[]> {
    const modules = this.#loads.modules.list.filter(({ manifest }) => manifest.start === 'application' && !this.#started.has(manifest.name));
    return Promise.all(modules.map((module) => this.start(module)));
  }

  /** Starts the module's running release, unless it has started already, and ends the release that ran before. */
  start(module: TabModule): Promise<StartOutcome> {
    const { name } = module.manifest;
    const release = runningRelease(module);
    const before = this.#started.get(name);
    if (before?.release === release && !before.failed) return before.outcome;
    before?.end.abort();
    const end = new AbortController();
    const started: Started = { release, end, outcome: this.#run(name, release, end), failed: false };
    this.#started.set(name, started);
    void started.outcome.then((outcome) => {
      started.failed = outcome !== 'started';
      if (outcome === 'failed') this.#startReplacement(name, release);
    });
    return started.outcome;
  }

  /** Ends the modules that the tab no longer has. */
  endRetired(): void {
    for (const [name, { end }] of this.#started) {
      if (this.#loads.modules.named(name)) continue;
      end.abort();
      this.#started.delete(name);
    }
  }

  #startReplacement(name: string, failed: string): void {
    const module = this.#loads.modules.named(name);
    if (module && runningRelease(module) !== failed) void this.start(module);
  }

  /** Falls back to the previous release, unless one of this release's pages or extensions is known to work. */
  #fallBack(error: RemoteUnavailableError, name: string, release: string): void {
    const { modules, workingParts } = this.#loads;
    if ([...workingParts].some((key) => key.startsWith(partKey(name, release, '')))) return;
    this.#loads.fallBack(error);
    const open = modules.at(location.pathname);
    // A module without a page on screen may start successfully at its first visit.
    if (open?.manifest.name === name && open.release === release && !open.previous) modules.setFailure(name, error);
  }

  async #run(name: string, release: string, end: AbortController): Promise<StartOutcome> {
    const module = await this.#loads.module(name, release).promise;
    // Another release has replaced it, or the module is retired.
    if (end.signal.aborted) return 'unavailable';
    if (!module.success) {
      this.#report(module.error, 'unavailable');
      return 'unavailable';
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<'timed-out'>((resolve) => {
      timer = setTimeout(() => {
        resolve('timed-out');
        end.abort();
      }, START_TIMEOUT);
    });
    try {
      const run = Promise.resolve(module.value.start?.({ auth: this.#auth, signal: end.signal })).then(() => 'started' as const);
      const outcome = await Promise.race([run, late]);
      if (outcome === 'timed-out') {
        const error = new RemoteUnavailableError(name, release, 'Its start took too long.');
        console.error(`The start of the page module ${name} took too long (release ${release}, trace ${error.trace}).`);
        this.#report(error, outcome);
      }
      return outcome;
    } catch (cause) {
      // What it waited for has ended with the signal, because another release has replaced it or the module is retired.
      if (end.signal.aborted) return 'unavailable';
      const error = new RemoteUnavailableError(name, release, 'Its start failed.', { cause });
      console.error(`The start of the page module ${name} failed (release ${release}, trace ${error.trace}):`, cause);
      this.#report(error, 'failed');
      this.#fallBack(error, name, release);
      return 'failed';
    } finally {
      clearTimeout(timer);
    }
  }
}
