import { hasUnsavedChanges, onUnsavedChanges } from '@atrium/page-kit/ui';
import type { ReleaseListing } from '@atrium/releases/release-answers';
import type { ShownPreview } from '@atrium/releases/preview-wire';
import type { ListedPage } from '@atrium/releases/release-set';
import type { SiteSource } from '../site/site-source.ts';
import { newInTab, runningRelease, type TabModule, type TabModules } from '../site/tab-modules.ts';
import { LATER } from './site-requests.ts';

/**
 * Takes what is live into the tab, as far as nobody is disturbed by it: a module's new release as soon as none of its
 * pages is open and nothing is unsaved, or as soon as an error card stands where its page would be. As long as the tab's
 * shell or auth remote is not the live one, it takes nothing: only what was live together is run together. A release that
 * the tab previews stays, whatever is live.
 */
export class NewReleases {
  readonly #modules: TabModules;
  readonly #releases: SiteSource['releases'];
  readonly #previewed: ShownPreview | null;
  #listing: ReleaseListing | null = null;
  #isLater = false;
  readonly #listeners = new Set<() => void>();
  #changes = 0;

  constructor(modules: TabModules, releases: SiteSource['releases'], previewed: ShownPreview | null) {
    this.#modules = modules;
    this.#releases = releases;
    this.#previewed = previewed;
    onUnsavedChanges(() => this.settle());
  }

  /** Whether another shell or auth remote is live than the tab has: it can be had by loading the tab anew only. */
  get siteChanged(): boolean {
    const listing = this.#listing;
    if (this.#isLater) return true;
    const { shell = null, auth = null } = this.#releases ?? {};
    return listing !== null && (this.#isOther(listing.shell, shell) || this.#isOther(listing.auth, auth));
  }

  /** Whether the listing is of a kind that only a later shell can read. */
  get isLater(): boolean {
    return this.#isLater;
  }

  /** Names what is live of the shell and the auth remote. */
  get siteId(): string {
    return this.#isLater ? LATER : `${this.#listing?.shell} ${this.#listing?.auth}`;
  }

  /** A live release that waits because the module's page is open, or because something is unsaved. */
  waiting(name: string): ListedPage | null {
    if (this.siteChanged || name === this.#previewed?.name) return null;
    const listed = this.#listing?.pages.find((page) => page.name === name);
    return listed && listed.release !== this.#modules.named(name)?.release ? listed : null;
  }

  /** Whether the live site has, or may have, a module at this path that the tab cannot have without being loaded anew. */
  isOutOfReach(claims: (page: ListedPage) => boolean): boolean {
    return this.#isLater || (this.siteChanged && this.#listing?.pages.some(claims) === true);
  }

  /** Looks at a new listing. */
  take(listing: ReleaseListing | typeof LATER): void {
    this.#isLater = listing === LATER;
    if (listing !== LATER) this.#listing = listing;
    this.settle();
  }

  /** Takes what waits for a module although one of its pages is open, because the person asked for it. */
  use(name: string): void {
    const listed = this.waiting(name);
    if (!listed || hasUnsavedChanges()) return;
    this.#modules.replace(this.#modules.list.map((module) => (module.facts.name === name ? newInTab(listed) : module)), this.#modules.complete);
    this.#tell();
  }

  /** Takes what can be taken now. To be called after each navigation. */
  settle(): void {
    if (this.#listing && !this.siteChanged) {
      const list = this.#settled(this.#listing.pages);
      const { list: before, complete } = this.#modules;
      if (!complete || list.length !== before.length || list.some((module, index) => module !== before[index])) {
        this.#modules.replace(list, true);
      }
    }
    this.#tell();
  }

  /** Calls the listener when something may be different. Gives back the function that ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Another number after each change. */
  readonly version = (): number => this.#changes;

  /** The modules that the tab has, in their order, then those that are new to it. */
  #settled(pages: readonly ListedPage[]): TabModule[] {
    const listed = new Map(pages.map((page) => [page.name, page]));
    const open = this.#modules.at(location.pathname);
    const kept = this.#modules.list.flatMap((module) => {
      const page = listed.get(module.facts.name);
      listed.delete(module.facts.name);
      if (module.facts.name === this.#previewed?.name) return module;
      const isInUse = module.facts.name !== this.#modules.failedOnScreen && (module === open || hasUnsavedChanges());
      return settledModule(module, page, { isOpen: module === open, isInUse }) ?? [];
    });
    return [...kept, ...[...listed.values()].map(newInTab)];
  }

  #isOther(live: string | null, own: string | null): boolean {
    return live !== own && own !== this.#previewed?.release;
  }

  #tell(): void {
    this.#changes += 1;
    for (const listener of this.#listeners) listener();
  }
}

/** What becomes of a module that is listed so, or not any more; null if it goes. */
function settledModule(
  module: TabModule,
  page: ListedPage | undefined,
  { isOpen, isInUse }: { readonly isOpen: boolean; readonly isInUse: boolean },
): TabModule | null {
  if (!page) {
    if (!isOpen) return null;
    return module.retired ? module : { ...module, retired: true };
  }
  if (page.release === module.release) return module.retired ? { ...module, retired: false } : module;
  // Back to the release that stands in for the one that failed: no code changes.
  if (page.release === runningRelease(module)) return newInTab(page);
  return isInUse ? module : newInTab(page);
}
