import type { AuthState } from '@atrium/page-kit/contract/auth';
import type { Audience } from '@atrium/page-kit/contract/module-manifest';
import { releaseKey, type ContributionListing, type Contributions, type ReleaseDetails } from '@atrium/releases/wire';
import { Listeners } from './listeners.ts';
import { runningRelease, type TabModule, type TabModules } from './tab-modules.ts';

/** What one module of the tab contributes, from the release that the tab runs. */
export interface ModuleContributions {
  readonly module: TabModule;
  readonly contributions: Contributions;
}

/** How the contributions are requested from the site's server. */
interface ContributionRequests {
  /** Those of the live releases. */
  listing(): Promise<ContributionListing>;
  /** Those of one release, which the listing need not contain: a previous, previewed or developed one. */
  details(name: string, release: string): Promise<ReleaseDetails>;
}

/** Above this many unknown releases, one request for the whole listing is cheaper than one for each. */
const MAX_SINGLE_REQUESTS = 3;

/**
 * What the page modules of the tab contribute to each other's pages and to the command palette. Nothing is requested before the
 * first {@link load}; after that, changes of the tab's modules are followed.
 */
export class SiteContributions {
  readonly #modules: TabModules;
  readonly #request: ContributionRequests;
  /** By {@link releaseKey}. */
  readonly #known = new Map<string, Contributions>();
  #list: readonly ModuleContributions[] | null = null;
  #loading: Promise<void> | null = null;
  #hasListing = false;
  #hasFailed = false;
  readonly #listeners = new Listeners();

  constructor(modules: TabModules, request: ContributionRequests) {
    this.#modules = modules;
    this.#request = request;
    modules.subscribe(() => {
      if (!this.#hasListing) return;
      this.#update();
      void this.load();
    });
    const retry = () => void (this.#hasFailed && document.visibilityState === 'visible' && this.load());
    window.addEventListener('online', retry);
    document.addEventListener('visibilitychange', retry);
  }

  /**
   * Null until the first request has completed. In the tab's order of modules, without retired ones. The list is replaced,
   * never changed. While the contributions of a module's new release load, its entry is still the one before.
   */
  get list(): readonly ModuleContributions[] | null {
    return this.#list;
  }

  /** Whether the last request failed, and none is under way. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /**
   * Requests what is missing; joins a request under way. Never rejects: a failure is retried at the next call, and when the tab
   * is online or visible again.
   */
  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  /** Calls the listener after every change of the list, and when a request has failed. Returns the function that unsubscribes it. */
  readonly subscribe = this.#listeners.subscribe;

  async #load(): Promise<void> {
    this.#hasFailed = false;
    const asked = new Set<string>();
    try {
      if (!this.#hasListing || this.#missing().length > MAX_SINGLE_REQUESTS) await this.#loadListing();
      // The tab may get other releases while a request is under way.
      for (let missing = this.#missing(); missing.length > 0; missing = this.#missing().filter((module) => !asked.has(keyOf(module)))) {
        for (const module of missing) asked.add(keyOf(module));
        await Promise.all(missing.map((module) => this.#loadDetails(module)));
      }
    } catch {
      // The request has logged a malformed response. Without a usable one, the tab works as if no module contributed anything.
      this.#hasFailed = true;
      this.#listeners.notify();
    }
  }

  async #loadListing(): Promise<void> {
    const { modules } = await this.#request.listing();
    for (const { name, release, contributions } of modules) this.#known.set(releaseKey(name, release), contributions);
    this.#hasListing = true;
    this.#update();
  }

  async #loadDetails(module: TabModule): Promise<void> {
    try {
      const details = await this.#request.details(module.manifest.name, runningRelease(module));
      this.#known.set(keyOf(module), 'contributions' in details ? details.contributions : {});
      this.#update();
    } catch {
      // The other modules' contributions are not affected.
      this.#hasFailed = true;
      this.#listeners.notify();
    }
  }

  #missing(): TabModule[] {
    return this.#modules.list.filter((module) => !module.retired && !this.#known.has(keyOf(module)));
  }

  #update(): void {
    const before = this.#list ?? [];
    const list = this.#modules.list.flatMap((module) => {
      if (module.retired) return [];
      const contributions = this.#known.get(keyOf(module));
      const last = before.find((entry) => entry.module.manifest.name === module.manifest.name);
      if (!contributions) return last ?? [];
      return last?.module === module && last.contributions === contributions ? last : { module, contributions };
    });
    if (this.#list && list.length === before.length && list.every((entry, index) => entry === before[index])) return;
    this.#list = list;
    this.#listeners.notify();
  }
}

/** Whether a user sees a part of a module. A user who still has to enter a code counts neither as signed in nor as signed out. */
export function isForUser(
  { requires, assurance, secondFactor, permission }: Audience,
  { user, assurance: { currentLevel, nextLevel }, permissions }: Pick<AuthState, 'user' | 'assurance' | 'permissions'>,
): boolean {
  if (requires === 'signed-out' && user) return false;
  if (requires === 'signed-in' && !(user && currentLevel === nextLevel)) return false;
  if (secondFactor === 'missing' && !(user && nextLevel === 'aal1')) return false;
  if (assurance === 'aal2' && currentLevel !== 'aal2') return false;
  return permission === undefined || permissions.includes(permission);
}

function keyOf(module: TabModule): string {
  return releaseKey(module.manifest.name, runningRelease(module));
}
