import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import { pageKey, type SiteLoads } from '../site/site-loads.ts';
import { RemoteUnavailableError } from '../site/site-source.ts';
import { runningRelease, type TabModule } from '../site/tab-modules.ts';

/** Milliseconds that a module's start may take before its signal is aborted. */
const START_TIMEOUT = 5_000;

/** What a module's start came to. */
export type StartOutcome = 'started' | 'unavailable' | 'failed' | 'timed-out';

interface Started {
  readonly release: string;
  readonly end: AbortController;
  readonly outcome: Promise<StartOutcome>;
  /** Whether it came to something else than a module that is started. */
  failed: boolean;
}

/**
 * The starts of a tab's page modules, one release of each at a time. A failure is reported on the console, and the
 * module is tried again when one of its pages is visited. A release whose start throws before any of its pages is known
 * to work is a bad one: the previous one is taken, or its page gives way to a card.
 */
export class ModuleStarts {
  readonly #loads: SiteLoads;
  readonly #auth: AuthHandle;
  readonly #tell: (error: RemoteUnavailableError, outcome: StartOutcome) => void;
  readonly #started = new Map<string, Started>();

  /** @param tell is told of each start that came to nothing, besides the console */
  constructor(loads: SiteLoads, auth: AuthHandle, tell: (error: RemoteUnavailableError, outcome: StartOutcome) => void) {
    this.#loads = loads;
    this.#auth = auth;
    this.#tell = tell;
  }

  /** Starts every module that asks to be started with the site, all at once: neither a slow nor a broken one delays another. */
  startApplication(): Promise<StartOutcome[]> {
    const modules = this.#loads.modules.list.filter(({ facts }) => facts.start === 'application' && !this.#started.has(facts.name));
    return Promise.all(modules.map((module) => this.start(module)));
  }

  /**
   * Starts the release of a module that the tab runs, if it was not or that failed, and ends the one that ran before.
   */
  start(module: TabModule): Promise<StartOutcome> {
    const { name } = module.facts;
    const release = runningRelease(module);
    const before = this.#started.get(name);
    if (before?.release === release && !before.failed) return before.outcome;
    before?.end.abort();
    const end = new AbortController();
    const started: Started = { release, end, outcome: this.#run(name, release, end), failed: false };
    this.#started.set(name, started);
    void started.outcome.then((outcome) => {
      started.failed = outcome !== 'started';
      if (outcome === 'failed') this.#startInstead(name, release);
    });
    return started.outcome;
  }

  /** Ends the modules that the tab does not have any more. */
  endRetired(): void {
    for (const [name, { end }] of this.#started) {
      if (this.#loads.modules.named(name)) continue;
      end.abort();
      this.#started.delete(name);
    }
  }

  #startInstead(name: string, failed: string): void {
    const module = this.#loads.modules.named(name);
    if (module && runningRelease(module) !== failed) void this.start(module);
  }

  /** Gives a release up, unless one of its pages is known to work: that goes on. */
  #giveUp(error: RemoteUnavailableError, name: string, release: string): void {
    const { modules, working } = this.#loads;
    if ([...working].some((key) => key.startsWith(pageKey(name, release, '')))) return;
    modules.giveUp(error);
    const open = modules.at(location.pathname);
    // One that nobody sees may well start when it is visited.
    if (open?.facts.name === name && open.release === release && !open.previous) modules.setInstead(name, error);
  }

  async #run(name: string, release: string, end: AbortController): Promise<StartOutcome> {
    const module = await this.#loads.module(name, release).promise;
    // Another release has taken its place, or the module is retired.
    if (end.signal.aborted) return 'unavailable';
    if (!module.success) {
      this.#tell(module.error, 'unavailable');
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
        this.#tell(error, outcome);
      }
      return outcome;
    } catch (cause) {
      const error = new RemoteUnavailableError(name, release, 'Its start failed.', { cause });
      console.error(`The start of the page module ${name} failed (release ${release}, trace ${error.trace}):`, cause);
      this.#tell(error, 'failed');
      this.#giveUp(error, name, release);
      return 'failed';
    } finally {
      clearTimeout(timer);
    }
  }
}
