import type { AuthHandle, AuthModule, AuthState } from '@atrium/page-kit/contract/auth';
import type { RemoteRelease } from '@atrium/releases/wire';
import type { ComponentType, ReactElement } from 'react';
import type { SiteContributions } from './contributions.ts';
import type { FailureStage, RemoteUnavailableError } from './site-source.ts';
import type { TabModule } from './tab-modules.ts';

/** Props of the home page. */
export interface HomeProps {
  readonly authModule: AuthModule;
  readonly modules: readonly TabModule[];
}

/** Props of the end of "Page not found": a search, and the pages that the user may have wanted. */
export interface PageFinderProps {
  /** Whether it suggests pages; not if the page itself knows the way out. */
  readonly suggests: boolean;
}

/** For whom the menu has entries: null for a signed-in user who still has to enter a code, and can open no protected page before. */
export type MenuVisitor = 'signed-in' | 'signed-out' | null;

/** Props of the user menu. */
export interface UserMenuProps {
  readonly authModule: AuthModule;
  readonly user: NonNullable<AuthState['user']>;
  /** The user pressed the button before this component was there. */
  readonly isPressed: boolean;
}

/** A page or an extension that failed. */
export interface FailedPart {
  readonly module: TabModule;
  readonly error: RemoteUnavailableError;
}

/** What the code of the first screen needs from the code that loads after it (open-tab/open-tab-services.ts). */
export interface OpenTab {
  /** Toasts and notices about new releases. */
  readonly Notices: ComponentType;
  /** What page modules contribute to each other's pages and to the command palette. */
  readonly contributions: SiteContributions;
  /** The bar above the page of a signed-in user, except on phones. */
  readonly TopBar: ComponentType;
  /** The buttons at the head of the sidebar: one hides it, the other opens the command palette. */
  readonly SidebarButtons: ComponentType;
  /** The icon of a menu entry, by its name. */
  readonly MenuIcon: ComponentType<{ readonly name: string | undefined }>;
  /** The button with the user's name, and the menu behind it. */
  readonly UserMenu: ComponentType<UserMenuProps>;
  /** The modules' sections below the menu of a signed-in user: the extensions of `site.sidebar`. */
  readonly MenuExtensions: ComponentType;
  /** The button for all pages of the menu, which appears when there are more than the first entries. */
  readonly AllPages: ComponentType<{ readonly visitor: MenuVisitor }>;
  /** The end of the card of a failed page: what its team needs to find the failure. */
  readonly FailureFacts: ComponentType<FailedPart>;
  /** Requests what it takes to load a release. */
  fetchDetails(name: string, release: string): Promise<RemoteRelease>;
  /** Loads the home page of a signed-in user: everything below its heading. */
  loadHome(auth: AuthHandle): Promise<ComponentType<HomeProps>>;
  /** Loads the end of "Page not found". */
  loadPageFinder(): Promise<ComponentType<PageFinderProps>>;
  /** Loads the start page of visitors below its first button. */
  loadStart(): Promise<ComponentType>;
  /** Loads `@atrium/page-kit/primitives` for the remotes. */
  loadPrimitives(): Promise<unknown>;
  /** Starts the work of the open tab once the first page is on screen, and again when the sign-in arrives. */
  begin(auth: AuthHandle | null): void;
  /** Reports a failed part of the site. */
  partFailed(error: RemoteUnavailableError, stage: FailureStage): void;
  /** Counts a release as failed for this visitor. */
  releaseFailed(error: RemoteUnavailableError): void;
  /** Fetches the live releases from the site's server, and applies those that disturb nothing. */
  refreshReleases(): Promise<void>;
  /** An error card now replaces a module's page: a release that waited for that page can be applied. */
  cardAppeared(): void;
  /** A page of a module is on screen, since this `performance.now()`. */
  pageAppeared(name: string, release: string, route: string, time: number): void;
  /**
   * Resolves a path that belongs to no known module. Rejects if the code of a page cannot be loaded.
   *
   * @param isManual the user pressed "Try again"
   * @returns a page of the shell; `true` if there is nothing, or a module's page is about to appear; `false` if unknown
   */
  pageAt(pathname: string, isManual: boolean): Promise<ReactElement | boolean>;
}
