import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import type { PreviewBlock } from '@atrium/releases/preview-wire';
import { matchRoutePattern } from '@atrium/releases/route-pattern';
import { createElement, Fragment, type ComponentType } from 'react';
import { documentPreview } from '../preview/document-preview.ts';
import type { SiteLoads } from '../site/site-loads.ts';
import { connectPages } from './connect-pages.ts';
import { reloadInPlace, returnToPlace } from './kept-place.ts';
import { ModuleStarts } from './module-starts.ts';
import { NewReleases } from './new-releases.ts';
import { prefetchOnIntent } from './prefetch-on-intent.ts';
import { ReleaseNews } from './release-news.tsx';
import { hasReleaseNews, hearReleaseNews } from './release-news-channel.ts';
import { ReleaseWatch } from './release-watch.ts';
import { ShownPages } from './shown-pages.ts';
import { separateStyles } from './separate-styles.ts';
import { askDetails } from './site-requests.ts';
import { Toasts } from './toasts.tsx';

/** Milliseconds before the code of the banner is asked for again. */
const BANNER_PAUSE = 5_000;

/** What an open tab does beyond its first screen: it starts the page modules, loads ahead, and learns of new releases. */
export class OpenTab {
  /** What it has to say about releases. */
  readonly News: ComponentType;
  readonly askDetails = askDetails;
  readonly #loads: SiteLoads;
  readonly #releases: NewReleases;
  readonly #shown: ShownPages;
  readonly #watch: ReleaseWatch;
  #starts: ModuleStarts | null = null;
  /** The module whose page appeared last. */
  #onScreen = '';
  #watching = false;

  constructor(loads: SiteLoads) {
    this.#loads = loads;
    const preview = documentPreview(document);
    if (preview) void this.#showBanner(preview);
    const releases = new NewReleases(loads.modules, loads.source.releases, preview?.shown ?? null);
    this.#releases = releases;
    this.#watch = new ReleaseWatch((listing) => releases.take(listing));
    const shown = new ShownPages(loads);
    this.#shown = shown;
    this.News = () => createElement(Fragment, null, createElement(Toasts), createElement(ReleaseNews, { loads, releases, shown }));
    connectPages(loads);
    // Capturing, because what loads does not tell its parents.
    document.addEventListener('load', ({ target }) => target instanceof HTMLLinkElement && separateStyles(loads.modules), true);
    loads.modules.subscribe(() => {
      separateStyles(loads.modules);
      this.#starts?.endRetired();
      void this.#starts?.startApplication();
    });
  }

  /** Begins, once the first page is on screen; again when the sign-in is there, without which no module is started. */
  begin(auth: AuthHandle | null): void {
    if (!this.#watching) {
      this.#watching = true;
      returnToPlace();
      prefetchOnIntent(document, this.#loads);
      if (this.#loads.source.releases) this.#watch.start();
      if (!this.#loads.modules.complete) void this.#watch.ask();
    }
    if (!auth || this.#starts) return;
    // Without a client the tab asks by itself, as other sites' tabs do; the sign-in says what is wrong with it.
    if (this.#loads.source.releases && hasReleaseNews()) hearReleaseNews(auth, this.#watch).catch(() => undefined);
    this.#starts = new ModuleStarts(this.#loads, auth);
    void this.#starts.startApplication();
    // The first page was on screen before.
    this.#startShown();
  }

  /** The page on screen failed. */
  pageFailed(): void {
    this.#shown.endTrial();
  }

  /** A page of a module is on screen: the module is started, if it was not with the site. */
  pageAppeared(name: string, release: string, route: string): void {
    this.#shown.add(name, release, route);
    this.#onScreen = name;
    this.#startShown();
    this.#releases.settle();
  }

  /** Nobody may take a preview for the live site, so what says that it is one is asked for until it comes. */
  async #showBanner(preview: PreviewBlock): Promise<void> {
    try {
      const { showBanner } = await import(/* webpackChunkName: "preview" */ '../preview/show-banner.tsx');
      showBanner(preview, this.#loads.modules);
    } catch {
      setTimeout(() => void this.#showBanner(preview), BANNER_PAUSE);
    }
  }

  #startShown(): void {
    const module = this.#onScreen && this.#loads.modules.named(this.#onScreen);
    if (module) void this.#starts?.start(module);
  }

  /**
   * Finds out which modules there are besides those that the document named. Where the path is one of a module that the
   * tab can have only by being loaded anew, it is loaded anew, unless that could lose something: then only by hand.
   *
   * @returns false if no answer came, or if it is for the person to load the tab anew
   */
  async listAll(pathname: string, byHand: boolean): Promise<boolean> {
    const answered = await this.#watch.ask();
    const releases = this.#releases;
    if (location.pathname !== pathname || !releases.isOutOfReach(({ facts }) => claims(facts.routes, pathname))) return answered;
    // A listing that cannot be read would be there again after each load.
    const atOnce = !hasUnsavedChanges() && !releases.isLater;
    if (byHand || atOnce) reloadInPlace();
    // The browser asks first if something is unsaved, and the person may stay.
    return atOnce ? new Promise(() => undefined) : false;
  }
}

function claims(routes: Readonly<Record<string, string>>, pathname: string): boolean {
  return Object.values(routes).some((path) => matchRoutePattern(path, pathname));
}
