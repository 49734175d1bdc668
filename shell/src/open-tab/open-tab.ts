import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import type { PreviewBlock } from '@atrium/releases/preview-wire';
import { matchRoutePattern } from '@atrium/releases/route-pattern';
import { createElement, Fragment, type ComponentType, type ReactElement } from 'react';
import { showPreferences } from '../preferences/show-preferences.ts';
import { loadStyleSheet } from '../site/load-style-sheet.ts';
import lateStyles from '../styles/late.css?url';
import { documentPreview } from '../preview/document-preview.ts';
import type { LaterPart } from '../site/later-part.ts';
import type { FailureStage, SiteLoads } from '../site/site-loads.ts';
import { RemoteUnavailableError } from '../site/site-source.ts';
import { laterTelemetry } from '../telemetry/later-telemetry.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { connectPages } from './connect-pages.ts';
import { reloadInPlace, returnToPlace } from './kept-place.ts';
import { ModuleStarts, type StartOutcome } from './module-starts.ts';
import { NewReleases } from './new-releases.ts';
import { OnNavigation } from './on-navigation.ts';
import { loadPrimitives } from './load-primitives.ts';
import { loadOwnPage } from './own-pages.ts';
import { prefetchOnIntent } from './prefetch-on-intent.ts';
import { ReleaseNews } from './release-news.tsx';
import { hasReleaseNews, hearReleaseNews } from './release-news-channel.ts';
import { ReleaseReports } from './release-reports.ts';
import { ReleaseWatch } from './release-watch.ts';
import { ShownPages } from './shown-pages.ts';
import { separateStyles } from './separate-styles.ts';
import { askDetails } from './site-requests.ts';
import { tellLogOut } from './tell-log-out.ts';
import { Toasts } from './toasts.tsx';

/** Milliseconds before the code of the banner is asked for again. */
const BANNER_PAUSE = 5_000;

/** What an open tab does beyond its first screen: it starts the page modules, loads ahead, and learns of new releases. */
export class OpenTab {
  /** What it has to say about releases. */
  readonly News: ComponentType;
  readonly askDetails = askDetails;
  readonly loadPrimitives = loadPrimitives;
  readonly #loads: SiteLoads;
  readonly #releases: NewReleases;
  readonly #shown: ShownPages;
  readonly #watch: ReleaseWatch;
  /** Null where nobody asked for it, and in a preview, which is not the site that visitors have. */
  readonly #telemetry: LaterPart<Telemetry> | null;
  /** Null where what becomes of releases says nothing of the site: in a preview, and where nothing is released on its own. */
  readonly #reports: ReleaseReports | null;
  #starts: ModuleStarts | null = null;
  /** The module whose page appeared last. */
  #onScreen = '';
  #watching = false;

  constructor(loads: SiteLoads) {
    this.#loads = loads;
    const preview = documentPreview(document);
    if (preview) void this.#showBanner(preview);
    this.#reports = loads.source.releases && !preview?.shown ? new ReleaseReports() : null;
    const releases = new NewReleases(loads.modules, loads.source.releases, preview?.shown ?? null);
    this.#releases = releases;
    this.#watch = new ReleaseWatch((listing) => releases.take(listing));
    const shown = new ShownPages(loads);
    this.#shown = shown;
    this.#telemetry = preview ? null : laterTelemetry(loads);
    this.News = () =>
      createElement(
        Fragment,
        null,
        createElement(Toasts),
        createElement(ReleaseNews, { loads, releases, shown }),
        createElement(OnNavigation, { act: this.#look }),
      );
    connectPages(loads);
    // Capturing, because what loads does not tell its parents.
    document.addEventListener('load', ({ target }) => target instanceof HTMLLinkElement && separateStyles(loads.modules), true);
    this.#reportGivenUp();
    loads.modules.subscribe(() => {
      this.#reportGivenUp();
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
      // All of it is bare before, and moves what is on screen when the styles come.
      void loadStyleSheet(lateStyles).then(showPreferences);
      prefetchOnIntent(document, this.#loads);
      if (this.#loads.source.releases) this.#watch.start();
      if (!this.#loads.modules.complete) void this.#watch.ask();
      this.#measure(auth);
    }
    if (!auth || this.#starts) return;
    tellLogOut(auth);
    // Without a client the tab asks by itself, as other sites' tabs do; the sign-in says what is wrong with it.
    if (this.#loads.source.releases && hasReleaseNews()) hearReleaseNews(auth, this.#watch).catch(() => undefined);
    this.#starts = new ModuleStarts(this.#loads, auth, (error, outcome) => this.#startFailed(error, outcome));
    void this.#starts.startApplication();
    // The first page was on screen before.
    this.#startShown();
  }

  /** A part of the site failed. */
  partFailed(error: RemoteUnavailableError, stage: FailureStage): void {
    const isPage = stage === 'render' || stage === 'use';
    if (isPage) {
      this.#shown.endTrial();
      // One that had worked says less of its release.
      this.#report(stage === 'render' ? 'failed' : 'error', error);
    }
    this.#tell(error, stage);
  }

  /** Asks the site's server what is live, and takes it as far as it can. */
  async askWhatIsLive(): Promise<void> {
    await this.#watch.ask();
  }

  /** An error card replaces a module's page: a release that waited for that page can be taken. */
  cardAppeared(): void {
    this.#releases.settle();
  }

  /** A page of a module is on screen: the module is started, if it was not with the site. */
  pageAppeared(name: string, release: string, route: string): void {
    this.#shown.add(name, release, route);
    this.#reports?.add('shown', name, release);
    this.#onScreen = name;
    this.#startShown();
    this.#releases.settle();
    this.#look();
  }

  /** Begins with telemetry. Where its code cannot be had, the tab does without it. */
  #measure(auth: AuthHandle | null): void {
    const { releases } = this.#loads.source;
    this.#telemetry?.get().then(
      (telemetry) => {
        // Whether it could not be loaded, or is still on its way: it is not there when the site begins.
        if (!auth && releases) telemetry.partFailed(new RemoteUnavailableError('auth', releases.auth, 'It is not there.'), 'load');
      },
      () => undefined,
    );
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

  /** Of what cannot be loaded telemetry hears from the loads. What takes too long may do so for many reasons. */
  #startFailed(error: RemoteUnavailableError, outcome: StartOutcome): void {
    if (outcome !== 'unavailable') this.#tell(error, 'start');
    if (outcome !== 'timed-out') this.#report('failed', error);
  }

  #tell(error: RemoteUnavailableError, stage: FailureStage): void {
    void this.#telemetry?.arrived.then((telemetry) => telemetry.partFailed(error, stage));
  }

  /** Tells of releases in whose place others run, or a card stands; also of those from before this code was there. */
  #reportGivenUp(): void {
    for (const { instead } of this.#loads.modules.list) if (instead) this.#report('failed', instead);
  }

  #report(kind: 'failed' | 'error', { remote, release }: RemoteUnavailableError): void {
    if (release !== null) this.#reports?.add(kind, remote, release);
  }

  /** Lets telemetry know that another page may be on screen. */
  readonly #look = (): void => {
    void this.#telemetry?.arrived.then((telemetry) => telemetry.look());
  };

  #startShown(): void {
    const module = this.#onScreen && this.#loads.modules.named(this.#onScreen);
    if (module) void this.#starts?.start(module);
  }

  /**
   * What is at a path that none of the modules has that the document named: a page of the shell's own; `true` where there
   * is nothing, or a module's page is about to appear; `false` if it is not known. Rejects if a page's code cannot be had.
   */
  async pageAt(pathname: string, byHand: boolean): Promise<ReactElement | boolean> {
    const own = await loadOwnPage(pathname);
    return own ? createElement(own.default) : this.#listAll(pathname, byHand);
  }

  /**
   * Finds out which modules there are besides those that the document named. Where the path is one of a module that the
   * tab can have only by being loaded anew, it is loaded anew, unless that could lose something: then only by hand.
   *
   * @returns false if no answer came, or if it is for the person to load the tab anew
   */
  async #listAll(pathname: string, byHand: boolean): Promise<boolean> {
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
