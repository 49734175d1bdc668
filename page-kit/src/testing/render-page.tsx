import { act, render, waitFor, type RenderResult } from '@testing-library/react';
import { Fragment, lazy, StrictMode, useLayoutEffect, type ReactNode } from 'react';
import { BrowserRouter, Route, Routes, useNavigate, type NavigateFunction } from 'react-router-dom';
import { fillRoutePattern } from '@atrium/releases/route-pattern';
import type { PageModule } from '../contract/page-module.ts';
import { auth, AuthProvider } from './auth-module.ts';
import { Elsewhere, LOADING_MARK, PageFrame } from './page-frame.tsx';
import { runCommand } from './palette.ts';
import { acceptsProps, hostSite, type FakeExtension, type HostedSite } from './site-host.ts';
import { createTestAuth, type TestAuth } from './test-auth.ts';
import { prepareVisit, type StartOptions, type StartState } from './start-state.ts';
import { testSite } from './test-site.ts';

/** A page or an extension threw an error while it was opened. */
export class PageFailedError extends Error {
  override readonly name = 'PageFailedError';
}

/** Where a visit begins: at a path, or at a route of the module with the parameters of its path. */
type PageAddress<Route extends string> =
  | { readonly at: string }
  | { readonly route: Route; readonly params?: Readonly<Record<string, string>>; readonly search?: Readonly<Record<string, string>> };

/** How a visit begins, and what else the site has. */
interface VisitOptions {
  /** How the visit begins; `signed-in` by default. */
  readonly auth?: StartState | StartOptions;
  /** Path patterns of other modules' pages by name, for links such as `{ page: 'billing.invoice' }`. */
  readonly sitePages?: Readonly<Record<string, string>>;
  /** React's strict mode, which runs effects, and so requests, twice; off by default, as on the site. */
  readonly strict?: boolean;
  /** Extensions of slots by name, `module.slot`: components that receive the slot's props. Other slots have none. */
  readonly slots?: Readonly<Record<string, readonly FakeExtension[]>>;
}

/** How a page is opened. */
export type RenderPageOptions<Route extends string> = PageAddress<Route> & VisitOptions;

/** How an extension is opened. */
export interface RenderSlotOptions extends VisitOptions {
  /** Its key in the module's manifest. */
  readonly extension: string;
  /** What the slot passes to it. */
  readonly props?: Readonly<Record<string, unknown>>;
}

/** An open page, or an open extension. */
export interface OpenPage extends Pick<HostedSite, 'announced' | 'toasts' | 'events'> {
  /** Changes the sign-in from outside of the page. */
  readonly auth: TestAuth;
  /** The current path, with query and hash. */
  readonly path: string;
  /** Waits until the page is at a path. */
  readonly waitForPath: (path: string) => Promise<void>;
  /** The error that the page threw, for which the shell shows an error card; null without one. */
  readonly failure: unknown;
  /** The module's commands. */
  readonly commands: {
    /** Runs a command as the command palette does, and rejects if it fails. `on`, `requires` and the like are not checked. */
    readonly run: (command: string) => Promise<void>;
  };
  /** The element that contains the page. */
  readonly container: RenderResult['container'];
  /** Removes the page, as a navigation away from it does. */
  readonly unmount: RenderResult['unmount'];
}

/**
 * Opens a page of a module as the shell does, and runs the module's `start`. Pages of other modules render as
 * `Elsewhere: /their/path`. Resolves when the page has loaded and no longer suspends.
 *
 * @throws PageFailedError with the page's error as its cause, if the page throws while it opens
 */
export async function renderPage<Route extends string>(module: PageModule<Route>, options: RenderPageOptions<Route>): Promise<OpenPage> {
  const pages = Object.entries<PageModule['routes'][string]>(module.routes).map(([route, load]) => {
    const Page = lazy(load);
    return <Route element={<Page />} key={route} path={pathOf(module, route)} />;
  });
  const content = (
    <Routes>
      {pages}
      <Route element={<Elsewhere />} path="*" />
    </Routes>
  );
  return openVisit(module, addressOf(module, options), options, content);
}

/**
 * Opens one extension of a module as the shell does, and runs the module's `start`. Resolves when the extension has loaded and no
 * longer suspends.
 *
 * @throws PageFailedError with the extension's error as its cause, if it throws while it opens
 */
export async function renderSlot(module: PageModule, { extension, props, ...options }: RenderSlotOptions): Promise<OpenPage> {
  const { extensions = {}, manifest } = module;
  const load = Object.hasOwn(extensions, extension) ? extensions[extension] : undefined;
  if (!load) throw new TypeError(`The module ${manifest.name} has no extension "${extension}" in definePageModule.`);
  const Extension = lazy(async () => {
    const { default: component } = await load();
    if (!acceptsProps(component)) throw new TypeError(`The default export of the extension "${extension}" is not a component.`);
    return { default: component };
  });
  return openVisit(module, '/', options, <Extension {...props} />);
}

async function openVisit(module: PageModule, address: string, options: VisitOptions, content: ReactNode): Promise<OpenPage> {
  const site = testSite();
  const visit = await prepareVisit(site.backend, options.auth ?? 'signed-in');
  const tab = site.openTab(visit);
  const { announced, toasts, events, close } = hostSite({ pages: { ...ownPages(module), ...options.sitePages }, slots: options.slots ?? {} });
  const leave = new AbortController();
  site.onClose(() => {
    leave.abort();
    close();
  });
  let failure: unknown = null;
  let navigate: NavigateFunction | null = null;
  const setNavigate = (ready: NavigateFunction): void => {
    navigate = ready;
  };
  history.replaceState(null, '', address);
  // The page renders after the start-up, unless the test is about the time before.
  const waits = visit.startUp === 'waits';
  if (!waits) await tab.start();
  const Mode = options.strict ? StrictMode : Fragment;
  const { container, unmount } = await act(() =>
    Promise.resolve(render(
      <Mode>
        <BrowserRouter>
          <AuthProvider>
            <NavigateOutside onReady={setNavigate} />
            <PageFrame onFailure={(error) => (failure = error)}>
              {content}
            </PageFrame>
          </AuthProvider>
        </BrowserRouter>
      </Mode>,
    )),
  );
  await act(async () => module.start?.({ auth, signal: leave.signal }));
  if (!waits) await waitFor(() => requireLoaded(container));
  // A failed start-up succeeds at the next try.
  if (!waits) site.allowStartUp();
  if (failure !== null) throw new PageFailedError(`The page at ${currentPath()} threw: ${failure instanceof Error ? failure.message : 'something that is not an error'}`, { cause: failure });
  site.providerPage.onReturn(async (back) => {
    const isOwnPage = Object.values(module.manifest.routes).includes(back.pathname);
    const path = isOwnPage ? back.pathname + back.search + back.hash : await act(() => tab.returnFromProvider(back));
    await act(async () => navigate?.(path));
    await waitFor(() => requireLoaded(container));
  });
  return {
    auth: createTestAuth(site, tab),
    get path() {
      return currentPath();
    },
    waitForPath: (path) =>
      waitFor(() => {
        if (currentPath() !== path) throw new Error(`The page is at ${currentPath()}, not at ${path}.`);
      }),
    announced,
    toasts,
    events,
    get failure() {
      return failure;
    },
    commands: { run: (command) => runCommand(module, command, (path) => void navigate?.(path)) },
    container,
    unmount,
  };
}

/** Passes on the function that navigates, for commands, which run outside of components. */
function NavigateOutside({ onReady }: { readonly onReady: (navigate: NavigateFunction) => void }) {
  const navigate = useNavigate();
  useLayoutEffect(() => {
    onReady(navigate);
  }, [navigate, onReady]);
  return null;
}

function ownPages({ manifest }: PageModule): Record<string, string> {
  return Object.fromEntries(Object.entries(manifest.routes).map(([route, path]) => [`${manifest.name}.${route}`, path]));
}

function currentPath(): string {
  return location.pathname + location.search + location.hash;
}

function requireLoaded(container: HTMLElement): void {
  if (container.querySelector(`[data-testid="${LOADING_MARK}"]`)) throw new Error(`The page at ${currentPath()} is still loading.`);
}

function pathOf(module: PageModule, route: string): string {
  const path = module.manifest.routes[route];
  if (path === undefined) throw new TypeError(`The module ${module.manifest.name} has no route "${route}" in its manifest.`);
  return path;
}

function addressOf<Route extends string>(module: PageModule<Route>, options: PageAddress<Route>): string {
  if ('at' in options) return options.at;
  const search = new URLSearchParams(options.search).toString();
  return fillRoutePattern(pathOf(module, options.route), { ...options.params }) + (search && `?${search}`);
}
