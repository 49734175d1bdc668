import type { AuthHandle, AuthState } from '@atrium/page-kit/contract/auth';
import type { ExtensionLoader, PageModule } from '@atrium/page-kit/contract/page-module';
import { Slot } from '@atrium/page-kit/site';
import { PageHeading } from '@atrium/page-kit/ui';
import type { Contributions, ListedPage } from '@atrium/releases/wire';
import { act } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import type { ListedManifest, LoadOutcome } from '../../src/runtime/site-source.ts';
import { provideOpenTab } from '../../src/site.tsx';
import { listedPage, pageRelease } from '../release-set-double.ts';
import { connectDouble } from '../connect-double.ts';
import { manifestOf, moduleFor, moduleOf, renderSite } from '../render-site.tsx';
import { signInDouble } from '../sign-in-double.tsx';
import { sentReports } from '../updates/sent-reports.ts';

/** An extension of the slot `home.cards`, in version 1.0. */
type CardDeclaration = Partial<NonNullable<Contributions['extensions']>[string]>;

/** A release of a module with extensions, and its code. */
interface ExtendingRelease {
  readonly extensions?: Readonly<Record<string, CardDeclaration>>;
  /** `never` does not load. */
  readonly components?: Readonly<Record<string, ((props: { count: number }) => ReactNode) | 'never'>>;
  readonly main?: () => ReactNode;
  readonly start?: () => void;
}

/** By release: `live` and, if the module has one, `previous`. */
export type ExtendingModule = Readonly<Record<string, ExtendingRelease>>;

const SIZE = { height: 160 };

function extensionsOf({ extensions = {}, components = {} }: ExtendingRelease): NonNullable<Contributions['extensions']> {
  const declared = Object.keys(components).map((key) => [key, {}] as const);
  return Object.fromEntries(
    [...declared, ...Object.entries(extensions)].map(([key, declaration]) => [
      key,
      { slot: 'home.cards', slotVersion: '1.0', title: { en: `The ${key}` }, size: SIZE, ...declaration },
    ]),
  );
}

/** The page of the slot's owner: a counter, whose value is the slot's prop. */
function HomePage() {
  const [count, setCount] = useState(0);
  return (
    <>
      <PageHeading title="Home" />
      <button onClick={() => setCount(count + 1)} type="button">Count</button>
      <Slot name="home.cards" count={count}><p>No cards</p></Slot>
      <Slot name="home.unknown"><p>Nothing else</p></Slot>
    </>
  );
}

/** What the site's server serves, besides the listing of what is live. */
interface SiteOptions {
  readonly slot?: NonNullable<Contributions['slots']>[string];
  readonly auth?: Partial<AuthState>;
  readonly Page?: () => ReactNode;
  /** Where the visit begins; the page with the slot by default. */
  readonly address?: string;
  readonly getSupabase?: AuthHandle['getSupabase'];
  /** How the server handles the request for the contributions. */
  readonly listing?: () => 'responds' | 'waits' | 'fails';
}

/** Renders a page with a slot and the open tab, on a site with these extending modules. */
export async function renderHome(modules: Readonly<Record<string, ExtendingModule>>, { slot = { version: '1.0' }, auth = {}, Page = HomePage, address = '/home', getSupabase, listing = () => 'responds' }: SiteOptions = {}) {
  const { module, set } = signInDouble(auth, auth.status === 'starting');
  const authModule = getSupabase ? { ...module, auth: { ...module.auth, getSupabase } } : module;
  const home = manifestOf('home');
  const releaseOf = (name: string, release: string): ExtendingRelease => modules[name]?.[release] ?? {};
  const reports: string[] = [];
  const requests: string[] = [];
  const live: Record<string, string> = Object.fromEntries(Object.keys(modules).map((name) => [name, LIVE]));
  globalThis.fetch = (input, init) => {
    const requested = typeof input === 'string' ? input : '';
    requests.push(requested);
    const [, name, release] = /^\/__atrium\/remotes\/([^/]+)\/([^/]+)$/.exec(requested) ?? [];
    if (name && release) {
      return Promise.resolve(Response.json({ ...pageRelease(name, release), contributions: { extensions: extensionsOf(releaseOf(name, release)) } }));
    }
    if (requested === '/__atrium/contributions' && listing() === 'waits') return new Promise(() => undefined);
    if (requested === '/__atrium/contributions' && listing() === 'responds') {
      const extending = Object.keys(modules).map((one) => ({ name: one, release: 'aaaabbbbccccdddd', contributions: { extensions: extensionsOf(releaseOf(one, 'aaaabbbbccccdddd')) } }));
      return Promise.resolve(Response.json({ schema: 1, modules: [{ name: 'home', release: 'aaaabbbbccccdddd', contributions: { slots: { cards: slot } } }, ...extending] }));
    }
    if (requested === '/__atrium/registry') {
      const pages = [listed('home', LIVE), ...Object.entries(live).map(([name, release]) => listed(name, release))];
      return Promise.resolve(Response.json({ schema: 3, revision: requests.length, shell: SHELL, auth: null, pages }));
    }
    if (requested === '/__atrium/reports') reports.push(...sentReports(init?.body));
    return Promise.reject(new TypeError('Failed to fetch'));
  };
  // The site of the test before is still connected.
  connectDouble();
  const loads = await renderSite(address, {
    auth: () => ({ success: true, value: authModule }),
    modules: [
      moduleFor(home, LIVE),
      ...Object.entries(modules).map(([name, releases]) => moduleFor(extendingManifest(name), LIVE, PREVIOUS in releases ? PREVIOUS : null)),
    ],
    releases: { shell: SHELL, auth: null },
    loadPageModule: (name, release): Promise<LoadOutcome<PageModule>> => {
      if (name === 'home') return Promise.resolve({ success: true, value: moduleOf(home, Page) });
      const { components = {}, main = () => <PageHeading title={`Page of ${name}`} />, start } = releaseOf(name, release);
      const extensions = Object.fromEntries(
        Object.entries(components).map(([key, component]) => [
          key,
          (): ReturnType<ExtensionLoader> => (component === 'never' ? new Promise(() => undefined) : Promise.resolve({ default: component })),
        ]),
      );
      return Promise.resolve({ success: true, value: { ...moduleOf(manifestOf(name), main, start), extensions } });
    },
  });
  provideOpenTab(loads);
  const openTab = await act(() => loads.openTab.get());
  /** Makes another release of a module live, or with null none, and tells the tab. */
  const publish = async (name: string, release: string | null) => {
    if (release === null) delete live[name];
    else live[name] = release;
    await act(() => openTab.refreshReleases());
  };
  return { loads, openTab, set, reports, requests, publish };
}

function extendingManifest(name: string): ListedManifest {
  return manifestOf(name, { owner: `Team ${name}` });
}

function listed(name: string, release: string): ListedPage {
  const page = listedPage(name, release);
  return { ...page, manifest: { ...page.manifest, title: { en: `The ${name}` } }, files: null };
}

const SHELL = '2222333344445555';

/** The ids of the live and of the previous release of each module. */
export const LIVE = 'aaaabbbbccccdddd';
export const PREVIOUS = 'bbbbccccddddeeee';

/** Replaces what jsdom lacks. Boxes are near the screen, until a test says otherwise. */
export class ScreenDouble {
  isNear = true;
  /** Height of every content, in pixels. */
  contentHeight = 0;
  readonly #observers = new Set<() => void>();

  constructor() {
    // jsdom loads no style sheets.
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) if (node instanceof HTMLLinkElement) node.dispatchEvent(new Event('load'));
    }).observe(document.head, { childList: true });
    Object.defineProperty(HTMLElement.prototype, 'scrollHeight', { configurable: true, get: () => this.contentHeight });
    const observerOf = (notify: () => void) => ({
      observe: () => {
        this.#observers.add(notify);
        notify();
      },
      disconnect: () => this.#observers.delete(notify),
    });
    Object.assign(globalThis, {
      IntersectionObserver: jest.fn((listener: (entries: readonly { readonly isIntersecting: boolean }[]) => void) =>
        observerOf(() => listener([{ isIntersecting: this.isNear }])),
      ),
      ResizeObserver: jest.fn((listener: () => void) => observerOf(() => (this.contentHeight > 0 ? listener() : undefined))),
    });
  }

  /** Scrolls everything near the screen. */
  scroll(): void {
    this.isNear = true;
    act(() => {
      for (const notify of [...this.#observers]) notify();
    });
  }
}

/** Prepares the browser for each test of a file, and restores it. */
export class SlotTests {
  #display: ScreenDouble | null = null;

  constructor() {
    const { fetch } = globalThis;
    beforeEach(() => {
      window.scrollTo = () => undefined;
      this.#display = new ScreenDouble();
      for (const method of ['error', 'warn'] as const) jest.spyOn(console, method).mockImplementation(() => undefined);
    });
    afterEach(() => {
      localStorage.clear();
      jest.useRealTimers();
      jest.restoreAllMocks();
      globalThis.fetch = fetch;
    });
  }

  /** The screen of the current test. */
  get display(): ScreenDouble {
    if (!this.#display) throw new Error('No test is running.');
    return this.#display;
  }
}

/** An extension that shows the slot's prop. */
export function Counter({ count }: { readonly count: number }) {
  return <p>Count {count}</p>;
}

/** An extension that shows a text. */
export const textOf = (text: string) => () => <p>{text}</p>;

/** An extension that throws. */
export function throwing(): never {
  throw new Error('boom');
}

/** The boxes of the extensions on the page. */
export const boxes = () => [...document.querySelectorAll('.shell-extension')];
