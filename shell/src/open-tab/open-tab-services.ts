import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import type { Languages } from '@atrium/page-kit/contract/languages';
import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import type { PreviewBlock } from '@atrium/releases/wire';
import { matchRoutePattern } from '@atrium/releases/route-pattern';
import { createElement, Fragment, useLayoutEffect, type ComponentType, type ReactElement } from 'react';
import { useLocation } from 'react-router-dom';
import { showLogOutToasts } from '../frame/log-out-toasts.ts';
import { showPreferences } from '../frame/preferences-footer.tsx';
import { StoredPreferences } from '../frame/preferences.ts';
import { reloadInPlace, restoreScrollPosition } from '../frame/reload-in-place.ts';
import { Toasts } from '../frame/toasts.tsx';
import { SidebarToggle } from '../frame/sidebar-toggle.tsx';
import { TopBar } from '../frame/top-bar.tsx';
import { InspectorHost, InspectorView } from '../inspector/inspector-host.tsx';
import { AllPagesButton } from '../menu/all-pages-button.tsx';
import { MenuIcon } from '../menu/menu-icon.tsx';
import { UserMenuButton } from '../menu/user-menu-button.tsx';
import { FailureFacts } from '../pages/failure-facts.tsx';
import { FragmentScroll } from '../pages/fragment-scroll.ts';
import { NotFoundPage } from '../pages/unknown-page.tsx';
import { PaletteHost, PaletteView } from '../palette/palette-host.tsx';
import { SearchButton } from '../palette/search-button.tsx';
import { RecentPages } from '../palette/recent-pages.ts';
import { documentPreview } from '../preview/document-preview.ts';
import { SiteContributions } from '../runtime/contributions.ts';
import type { DeferredPart } from '../runtime/deferred-part.ts';
import { ModuleStarts, type StartOutcome } from '../runtime/module-starts.ts';
import type { OpenTab } from '../runtime/open-tab.ts';
import { PartFailures } from '../runtime/part-failures.ts';
import { PlacedExtensions } from '../runtime/placed-extensions.ts';
import { ShownExtensions, SIDEBAR_SLOT } from '../runtime/shown-extensions.ts';
import { ShownPages } from '../runtime/shown-pages.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { RemoteUnavailableError, type FailureStage } from '../runtime/site-source.ts';
import deferredStyles from '../styles/deferred.css?url';
import { deferredTelemetry } from '../telemetry/load-telemetry.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { TypeFace } from '../type-face/type-face.ts';
import { NewReleases } from '../updates/new-releases.ts';
import { hasReleaseChannel, joinReleaseChannel } from '../updates/release-channel.ts';
import { ReleaseReports } from '../updates/release-reports.ts';
import { ReleaseWatch } from '../updates/release-watch.ts';
import { fetchContributions, fetchDetails } from '../updates/site-requests.ts';
import { UpdateNotice } from '../updates/update-notice.tsx';
import { deferredSlot } from './deferred-slot.tsx';
import { loadHome, loadInspector, loadMenuPanel, loadPageFinder, loadPalette, loadPrimitives, loadShellPage, loadStart, loadUserMenu } from './on-demand.ts';
import { connectPages, prefetchOnIntent } from './page-links.ts';
import { loadStyleSheet, separateStyles } from './style-sheets.ts';

/** Milliseconds between attempts to load the code of the preview banner. */
const BANNER_RETRY_PAUSE = 5_000;

/** Milliseconds after which work for an idle tab begins, even if the tab is still busy. */
const MAX_IDLE_WAIT = 3_000;

/**
 * Milliseconds from the first screen until the type face loads. It is as large as half of the first screen's code, and would delay
 * what the page requests first.
 */
const TYPE_FACE_PAUSE = 2_000;

/** What the tab does after its first screen: it starts the page modules, prefetches pages, and watches for new releases. */
export class OpenTabServices implements OpenTab {
  readonly Notices: ComponentType;
  readonly contributions: SiteContributions;
  readonly AllPages: OpenTab['AllPages'];
  readonly MenuExtensions: ComponentType;
  readonly MenuIcon = MenuIcon;
  readonly FailureFacts = FailureFacts;
  readonly UserMenu: OpenTab['UserMenu'];
  readonly TopBar: ComponentType;
  readonly SidebarButtons: ComponentType;
  readonly loadPageFinder: OpenTab['loadPageFinder'];
  readonly fetchDetails = fetchDetails;
  readonly loadPrimitives = loadPrimitives;
  readonly loadStart = loadStart;
  readonly loadHome: OpenTab['loadHome'];
  readonly #palette = new PaletteView();
  readonly #inspector = new InspectorView();
  readonly #failures = new PartFailures();
  readonly #loads: SiteLoads;
  readonly #releases: NewReleases;
  readonly #shown: ShownPages;
  readonly #extensions = new ShownExtensions();
  readonly #watch: ReleaseWatch;
  readonly #typeFace = new TypeFace();
  /** Null if the document does not ask for telemetry, and in a preview, which is not the site that visitors see. */
  readonly #telemetry: DeferredPart<Telemetry> | null;
  /** Null where reports would say nothing about the live site: in a preview, and without separate releases. */
  readonly #reports: ReleaseReports | null;
  #starts: ModuleStarts | null = null;
  /** The module whose page appeared last. */
  #onScreen = '';
  #hasBegun = false;

  constructor(loads: SiteLoads, languages: Languages) {
    this.#loads = loads;
    this.contributions = new SiteContributions(loads.modules, { listing: fetchContributions, details: fetchDetails });
    const preview = documentPreview(document);
    if (preview) void this.#showBanner(preview);
    this.#reports = loads.source.releases && !preview?.shown ? new ReleaseReports(loads.modules) : null;
    const releases = new NewReleases(loads.modules, loads.source.releases, preview?.shown ?? null, this.#extensions);
    this.#releases = releases;
    this.#watch = new ReleaseWatch((listing) => releases.update(listing));
    const shown = new ShownPages(loads);
    this.#shown = shown;
    this.#telemetry = preview ? null : deferredTelemetry(loads);
    const recent = new RecentPages();
    const placed = new PlacedExtensions();
    this.Notices = () =>
      createElement(
        Fragment,
        null,
        createElement(Toasts),
        createElement(FragmentScroll),
        createElement(UpdateNotice, { loads, releases, shown, extensions: this.#extensions }),
        createElement(PaletteHost, {
          loads, contributions: this.contributions, recent, view: this.#palette, load: loadPalette, onInspect: this.#inspector.open, hasPreview: Boolean(preview?.shown),
        }),
        createElement(InspectorHost, { tab: { loads, placed, failures: this.#failures }, view: this.#inspector, preview: preview?.shown ?? null, load: loadInspector }),
        createElement(OnNavigation, { onNavigate: this.#pathChanged }),
      );
    this.TopBar = () => createElement(TopBar, { loads });
    this.SidebarButtons = () => createElement(Fragment, null, createElement(SidebarToggle), createElement(SearchButton, { onOpen: () => this.#palette.set('search') }));
    this.loadPageFinder = () => loadPageFinder({ loads, contributions: this.contributions, onSearch: () => this.#palette.set('search') });
    const menuTab = { loads, contributions: this.contributions, showShortcuts: () => this.#palette.set('shortcuts') };
    this.UserMenu = (props) => createElement(UserMenuButton, { ...props, load: () => loadUserMenu(menuTab) });
    const onAppear = (name: string, release: string) => this.#extensionAppeared(name, release);
    const tab = { loads, contributions: this.contributions, shown: this.#extensions, placed, onAppear };
    this.loadHome = (auth) => loadHome(tab, auth);
    const SiteSlot = deferredSlot(tab);
    this.MenuExtensions = () => createElement(SiteSlot, { name: SIDEBAR_SLOT, values: {} });
    const panel = { modules: loads.modules, Extensions: this.MenuExtensions, loadPanel: loadMenuPanel, loadStyles: () => loadStyleSheet(deferredStyles), findModules: async () => (await this.#watch.poll()) && loads.modules.complete };
    this.AllPages = ({ visitor }) => createElement(AllPagesButton, { visitor, ...panel });
    const preferences = new StoredPreferences(Object.keys(languages));
    connectPages(loads, { preferences, renderSlot: (slot) => createElement(SiteSlot, slot), renderNotFound: (page) => createElement(NotFoundPage, { ...page, loads }) });
    // Capturing, because load events do not bubble.
    document.addEventListener('load', ({ target }) => target instanceof HTMLLinkElement && separateStyles(loads.modules), true);
    loads.modules.subscribe(() => {
      separateStyles(loads.modules);
      this.#starts?.endRetired();
      void this.#starts?.startApplication();
    });
  }

  begin(auth: AuthHandle | null): void {
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      restoreScrollPosition();
      // The preferences would be unstyled without their style sheet, and would shift the page when it loads.
      void loadStyleSheet(deferredStyles).then(() => whenIdle(showPreferences));
      prefetchOnIntent(document, this.#loads);
      setTimeout(() => whenIdle(() => void this.#typeFace.load()), TYPE_FACE_PAUSE);
      if (this.#loads.source.releases) this.#watch.start();
      if (!this.#loads.modules.complete) void this.#watch.poll();
      // For the shortcuts of commands. A site without separate releases has no contributions.
      if (this.#loads.source.releases) whenIdle(() => void this.contributions.load());
      this.#startTelemetry(auth);
      whenIdle(() => void this.#reports?.timeInteractions());
    }
    // No module starts without the sign-in.
    if (!auth || this.#starts) return;
    showLogOutToasts(auth);
    // Without a Supabase client the tab only polls; the sign-in reports what is wrong with the client.
    if (this.#loads.source.releases && hasReleaseChannel()) joinReleaseChannel(auth, this.#watch).catch(() => undefined);
    this.#starts = new ModuleStarts(this.#loads, auth, (error, outcome) => this.#startFailed(error, outcome));
    void this.#starts.startApplication();
    // The first page, and extensions on it, appeared before the modules could be started.
    for (const name of [this.#onScreen, ...this.#extensions.names]) this.#start(name);
  }

  partFailed(error: RemoteUnavailableError, stage: FailureStage): void {
    if ((stage === 'render' || stage === 'use') && error.extension === null) this.#shown.endObservation();
    // An error of a page or an extension that had worked, or of a command or a search, says less about its release.
    if (stage !== 'load' && stage !== 'start') this.#report(stage === 'render' ? 'failed' : 'error', error);
    this.#record(error, stage);
  }

  releaseFailed(error: RemoteUnavailableError): void {
    this.#report('failed', error);
  }

  async refreshReleases(): Promise<void> {
    await this.#watch.poll();
  }

  cardAppeared(): void {
    this.#reports?.pageFailed();
    this.#releases.applyReady();
  }

  pageAppeared(name: string, release: string, route: string, time: number): void {
    this.#shown.add(name, release, route);
    this.#reports?.pageShown(name, release, time);
    this.#onScreen = name;
    this.#start(name);
    this.#releases.applyReady();
    this.#pageChanged();
  }

  async pageAt(pathname: string, isManual: boolean): Promise<ReactElement | boolean> {
    const page = await loadShellPage(pathname);
    return page ? createElement(page.default) : this.#findModule(pathname, isManual);
  }

  /** Loads telemetry. If its code cannot be loaded, the tab runs without it. */
  #startTelemetry(auth: AuthHandle | null): void {
    const { releases } = this.#loads.source;
    this.#telemetry?.get().then(
      (telemetry) => {
        // The sign-in is missing when the site begins, whether it failed or is still loading.
        if (!auth && releases) telemetry.partFailed(new RemoteUnavailableError('auth', releases.auth, 'It has not loaded.'), 'load');
      },
      () => undefined,
    );
  }

  /** Retries until the banner has loaded, so that a preview is never mistaken for the live site. */
  async #showBanner(preview: PreviewBlock): Promise<void> {
    try {
      const { showBanner } = await import(/* webpackChunkName: "preview" */ '../preview/preview-banner.tsx');
      showBanner(preview, this.#loads.modules, this.#inspector.open);
    } catch {
      setTimeout(() => void this.#showBanner(preview), BANNER_RETRY_PAUSE);
    }
  }

  /** SiteLoads already reports failed loads to telemetry. A timeout has many possible causes, so the release is not reported for it. */
  #startFailed(error: RemoteUnavailableError, outcome: StartOutcome): void {
    if (outcome !== 'unavailable') this.#record(error, 'start');
    if (outcome !== 'timed-out') this.#report('failed', error);
  }

  /** Records a failure for the inspector, for its team and for telemetry. */
  #record(error: RemoteUnavailableError, stage: FailureStage): void {
    this.#failures.record(error, stage);
    this.#reports?.addFailure(error, stage);
    void this.#telemetry?.loaded.then((telemetry) => telemetry.partFailed(error, stage));
  }

  #report(kind: 'failed' | 'error', { remote, release }: RemoteUnavailableError): void {
    if (release !== null) this.#reports?.add(kind, remote, release);
  }

  readonly #pageChanged = (): void => {
    void this.#telemetry?.loaded.then((telemetry) => telemetry.pageChanged());
  };

  readonly #pathChanged = (): void => {
    this.#reports?.navigated();
    this.#typeFace.show();
    this.#pageChanged();
  };

  #extensionAppeared(name: string, release: string): void {
    this.#reports?.add('shown', name, release);
    this.#start(name);
  }

  #start(name: string): void {
    const module = this.#loads.modules.named(name);
    if (module) void this.#starts?.start(module);
  }

  /**
   * Asks for the modules that the document does not name. If the path belongs to one that the tab can get only by a reload,
   * the tab reloads, unless that could lose unsaved changes: then only when the user presses "Try again".
   *
   * @returns false if no response came, or if the user has to reload
   */
  async #findModule(pathname: string, isManual: boolean): Promise<boolean> {
    const hasResponse = await this.#watch.poll();
    const releases = this.#releases;
    if (location.pathname !== pathname || !releases.needsReload(({ manifest }) => claims(manifest.routes, pathname))) return hasResponse;
    // A listing with a newer schema would return after each reload.
    const canReload = !hasUnsavedChanges() && !releases.isNewerSchema;
    if (isManual || canReload) reloadInPlace();
    // With unsaved changes the browser asks first, and the user may stay.
    return canReload ? new Promise(() => undefined) : false;
  }
}

/** Runs a task once the tab is idle. Safari has no idle callbacks. */
function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: MAX_IDLE_WAIT });
  else setTimeout(task, MAX_IDLE_WAIT);
}

function claims(routes: Readonly<Record<string, string>>, pathname: string): boolean {
  return Object.values(routes).some((path) => matchRoutePattern(path, pathname));
}

/** Renders nothing, and calls the function after each navigation to another path. */
function OnNavigation({ onNavigate }: { readonly onNavigate: () => void }) {
  const { pathname } = useLocation();
  // Before the browser paints the other page.
  useLayoutEffect(onNavigate, [pathname, onNavigate]);
  return null;
}
