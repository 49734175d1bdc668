import { act, render, waitFor, type RenderResult } from '@testing-library/react';
import { Fragment, lazy, StrictMode } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { fillRoutePattern } from '@atrium/releases/route-pattern';
import type { PageModule } from '../contract/page-module.ts';
import { auth, AuthProvider } from './mock-sign-in/auth-module.tsx';
import { Elsewhere, LOADING_MARK, PageFrame } from './page-frame.tsx';
import { hostSite, type HostedSite } from './site-host.ts';
import { TestAuth } from './test-auth.ts';
import { prepareStart, type StartOptions, type StartState } from './start-state.ts';
import { testSite } from './test-site.ts';

/** A page threw while it was opened. */
export class PageFailedError extends Error {
  override readonly name = 'PageFailedError';
}

/** Where a visit begins: at an address, or at a route of the module with the parameters of its path. */
export type PageAddress<Route extends string> =
  | { readonly at: string }
  | { readonly route: Route; readonly params?: Readonly<Record<string, string>>; readonly search?: Readonly<Record<string, string>> };

/** How a page is opened. */
export type RenderPageOptions<Route extends string> = PageAddress<Route> & {
  /** How the visit begins; `signed-in` unless given. */
  readonly auth?: StartState | StartOptions;
  /** Path patterns of other modules' pages by their names, for links such as `{ page: 'billing.invoice' }`. */
  readonly sitePages?: Readonly<Record<string, string>>;
  /** React's strict mode, in which effects, and so requests, run twice; off unless given, as on the site. */
  readonly strict?: boolean;
};

/** A page that was opened. */
export interface OpenPage extends Pick<HostedSite, 'announced' | 'toasts' | 'events'> {
  /** The sign-in, for what happens to it outside of the page. */
  readonly auth: TestAuth;
  /** Where the person is: path, query and hash. */
  readonly place: string;
  /** Waits until the person is there. */
  readonly waitForPlace: (place: string) => Promise<void>;
  /** What the page threw, and the shell would show a card for; null while it works. */
  readonly failure: unknown;
  readonly container: RenderResult['container'];
  readonly unmount: RenderResult['unmount'];
}

/**
 * Opens a page of a module as the shell does, and runs the module's `start`. Pages of other modules show as
 * `Elsewhere: /their/path`. Resolves when the page's code is there and it has nothing more to wait for.
 *
 * @throws PageFailedError with the page's error as its cause, where it throws at once
 */
export async function renderPage<Route extends string>(module: PageModule<Route>, options: RenderPageOptions<Route>): Promise<OpenPage> {
  const site = testSite();
  const signIn = await site.openSignIn(await prepareStart(site.backend, options.auth ?? 'signed-in'));
  const { announced, toasts, events, close } = hostSite({ ...ownPages(module), ...options.sitePages });
  const leave = new AbortController();
  site.onClose(() => {
    leave.abort();
    close();
  });
  let failure: unknown = null;
  history.replaceState(null, '', addressOf(module, options));
  // A page is drawn with the sign-in's start-up behind it, unless the test is about what is before.
  const waits = signIn.waits;
  if (!waits) await signIn.start();
  const pages = Object.entries<PageModule['routes'][string]>(module.routes).map(([route, load]) => {
    const Page = lazy(load);
    return <Route element={<Page />} key={route} path={pathOf(module, route)} />;
  });
  const Mode = options.strict ? StrictMode : Fragment;
  const { container, unmount } = await act(() =>
    Promise.resolve(render(
      <Mode>
        <BrowserRouter>
          <AuthProvider>
            <PageFrame onFailure={(error) => (failure = error)}>
              <Routes>
                {pages}
                <Route element={<Elsewhere />} path="*" />
              </Routes>
            </PageFrame>
          </AuthProvider>
        </BrowserRouter>
      </Mode>,
    )),
  );
  await act(async () => module.start?.({ auth, signal: leave.signal }));
  if (!waits) await waitFor(() => requireLoaded(container));
  if (failure !== null) throw new PageFailedError(`The page at ${currentPlace()} threw: ${failure instanceof Error ? failure.message : 'something that is no error'}`, { cause: failure });
  return {
    auth: new TestAuth(site.backend, signIn),
    get place() {
      return currentPlace();
    },
    waitForPlace: (place) =>
      waitFor(() => {
        if (currentPlace() !== place) throw new Error(`The person is at ${currentPlace()}, not at ${place}.`);
      }),
    announced,
    toasts,
    events,
    get failure() {
      return failure;
    },
    container,
    unmount,
  };
}

function ownPages({ manifest }: PageModule): Record<string, string> {
  return Object.fromEntries(Object.entries(manifest.routes).map(([route, path]) => [`${manifest.name}.${route}`, path]));
}

function currentPlace(): string {
  return location.pathname + location.search + location.hash;
}

function requireLoaded(container: HTMLElement): void {
  if (container.querySelector(`[data-testid="${LOADING_MARK}"]`)) throw new Error(`The page at ${currentPlace()} still waits for something.`);
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
