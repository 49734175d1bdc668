import { hasUnsavedChanges, onUnsavedChanges } from '@atrium/page-kit/ui';
import type { ListedPage, ReleaseListing, ShownPreview } from '@atrium/releases/wire';
import { Listeners } from '../runtime/listeners.ts';
import type { ShownExtensions } from '../runtime/shown-extensions.ts';
import type { SiteSource } from '../runtime/site-source.ts';
import { newInTab, runningRelease, type TabModule, type TabModules } from '../runtime/tab-modules.ts';
import { NEWER_SCHEMA } from './site-requests.ts';

/**
 * Applies live releases to the tab without disturbing the user: a module's new release once none of its pages is open, none of
 * its extensions is on screen, and nothing is unsaved, or once an error card replaces its page. While the tab's shell or auth remote is not the live one, it
 * applies nothing, because only releases that were live together may run together. A previewed release always stays.
 */
export class NewReleases {
  readonly #modules: TabModules;
  readonly #releases: SiteSource['releases'];
  readonly #previewed: ShownPreview | null;
  readonly #extensions: ShownExtensions;
  #listing: ReleaseListing | null = null;
  #isNewerSchema = false;
  readonly #listeners = new Listeners();
  #changes = 0;

  constructor(modules: TabModules, releases: SiteSource['releases'], previewed: ShownPreview | null, extensions: ShownExtensions) {
    this.#extensions = extensions;
    this.#modules = modules;
    this.#releases = releases;
    this.#previewed = previewed;
    onUnsavedChanges(() => this.applyReady());
  }

  /** Whether the live shell or auth remote is another one than the tab's: only a reload can change those. */
  get siteChanged(): boolean {
    const listing = this.#listing;
    if (this.#isNewerSchema) return true;
    const { shell = null, auth = null } = this.#releases ?? {};
    return listing !== null && (this.#isOther(listing.shell, shell) || this.#isOther(listing.auth, auth));
  }

  /** Whether only a newer shell can read the listing. */
  get isNewerSchema(): boolean {
    return this.#isNewerSchema;
  }

  /** Identifies the live shell and auth remote. */
  get siteId(): string {
    return this.#isNewerSchema ? NEWER_SCHEMA : `${this.#listing?.shell} ${this.#listing?.auth}`;
  }

  /** The live release that waits because a page or an extension of the module is on screen, or because something is unsaved. */
  waiting(name: string): ListedPage | null {
    if (this.siteChanged || name === this.#previewed?.name) return null;
    const listed = this.#listing?.pages.find((page) => page.name === name);
    return listed && listed.release !== this.#modules.named(name)?.release ? listed : null;
  }

  /** Whether the live site has, or may have, a matching module that the tab can get only by a reload. */
  needsReload(matches: (page: ListedPage) => boolean): boolean {
    return this.#isNewerSchema || (this.siteChanged && this.#listing?.pages.some(matches) === true);
  }

  /** Stores a new listing, and applies what can be applied now. */
  update(listing: ReleaseListing | typeof NEWER_SCHEMA): void {
    this.#isNewerSchema = listing === NEWER_SCHEMA;
    if (listing !== NEWER_SCHEMA) this.#listing = listing;
    this.applyReady();
  }

  /** Applies a module's waiting release while a page or an extension of it is on screen, at the user's request. */
  applyNow(name: string): void {
    const listed = this.waiting(name);
    if (!listed || hasUnsavedChanges()) return;
    this.#modules.replace(this.#modules.list.map((module) => (module.manifest.name === name ? newInTab(listed) : module)), this.#modules.complete);
    this.#notify();
  }

  /** Applies every release that disturbs nothing now. Call it after each navigation. */
  applyReady(): void {
    if (this.#listing && !this.siteChanged) {
      const list = this.#modulesAfter(this.#listing.pages);
      const { list: before, complete } = this.#modules;
      if (!complete || list.length !== before.length || list.some((module, index) => module !== before[index])) {
        this.#modules.replace(list, true);
      }
    }
    this.#notify();
  }

  /** Calls the listener after possible changes. Returns the function that unsubscribes it. */
  readonly subscribe = this.#listeners.subscribe;

  /** A number that differs after each change. */
  readonly version = (): number => this.#changes;

  /** The tab's modules in their order, then those that are new to it. */
  #modulesAfter(pages: readonly ListedPage[]): TabModule[] {
    const listed = new Map(pages.map((page) => [page.name, page]));
    const open = this.#modules.at(location.pathname);
    const remaining = this.#modules.list.flatMap((module) => {
      const page = listed.get(module.manifest.name);
      listed.delete(module.manifest.name);
      if (module.manifest.name === this.#previewed?.name) return module;
      const extendsPage = this.#extensions.names.includes(module.manifest.name);
      // Without this, the extension would disappear with the user's text.
      if (!page && extendsPage && hasUnsavedChanges()) return module;
      const isInUse = module.manifest.name !== this.#modules.failedOnScreen && (module === open || extendsPage || hasUnsavedChanges());
      return moduleAfter(module, page, { isOpen: module === open, isInUse }) ?? [];
    });
    return [...remaining, ...[...listed.values()].map(newInTab)];
  }

  #isOther(live: string | null, own: string | null): boolean {
    return live !== own && own !== this.#previewed?.release;
  }

  #notify(): void {
    this.#changes += 1;
    this.#listeners.notify();
  }
}

/** What a module becomes with its entry in the listing, or without one; null if it leaves the tab. */
function moduleAfter(
  module: TabModule,
  page: ListedPage | undefined,
  { isOpen, isInUse }: { readonly isOpen: boolean; readonly isInUse: boolean },
): TabModule | null {
  if (!page) {
    if (!isOpen) return null;
    return module.retired ? module : { ...module, retired: true };
  }
  const isReplaced = runningRelease(module) === module.previous && page.previous !== module.previous;
  // The manifest in a document has the texts of one language only.
  if (page.release === module.release && !isReplaced) {
    const { manifest, previous } = page;
    return module.retired || module.manifest !== manifest || module.previous !== previous ? { ...module, manifest, previous, retired: false } : module;
  }
  // The live release is the one that runs already, so no code changes.
  if (page.release === runningRelease(module)) return newInTab(page);
  return isInUse ? module : newInTab(page);
}
