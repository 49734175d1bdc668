import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import type { AuthState } from '@atrium/page-kit/contract/auth';
import type { PageModule } from '@atrium/page-kit/contract/page-module';
import { dismissToast, shownToasts } from '@atrium/page-kit/site';
import { PageHeading } from '@atrium/page-kit/ui';
import { CONTRIBUTIONS_PATH, type ContributionListing, type Contributions } from '@atrium/releases/wire';
import type { ListedManifest } from '../../src/runtime/site-source.ts';
import { provideOpenTab } from '../../src/site.tsx';
import { manifestOf, moduleFor, moduleOf, renderSite, unavailable } from '../render-site.tsx';
import { ada, signInDouble } from '../sign-in-double.tsx';

/** The release of every module. */
export const RELEASE = 'aaaabbbbccccdddd';

/** Contributions of a module, with their code. */
interface Contributing {
  readonly manifest?: Partial<ListedManifest>;
  readonly contributions?: Contributions;
  readonly code?: Pick<PageModule, 'commands' | 'search'>;
  /** Its page. */
  readonly page?: ReactElement;
}

/** A signed-in user without a second factor. */
export const SIGNED_IN: Partial<AuthState> = { user: ada, assurance: { currentLevel: 'aal1', nextLevel: 'aal1' } };

/** Opens the first module's page on a site whose modules have these contributions, and waits for the open tab. */
export async function openSite(modules: Readonly<Record<string, Contributing>>, { auth = SIGNED_IN, at = '/orders' }: { readonly auth?: Partial<AuthState>; readonly at?: string } = {}) {
  const listing: ContributionListing = {
    schema: 1,
    modules: Object.entries(modules).map(([name, { contributions = {} }]) => ({ name, release: RELEASE, contributions })),
  };
  const requested: string[] = [];
  globalThis.fetch = (input) => {
    if (input === CONTRIBUTIONS_PATH) requested.push(input);
    return input === CONTRIBUTIONS_PATH ? Promise.resolve(Response.json(listing)) : Promise.reject(new TypeError('Failed to fetch'));
  };
  const manifests = Object.entries(modules).map(([name, { manifest }]) => manifestOf(name, manifest));
  const signIn = signInDouble(auth);
  const loads = await renderSite(at, {
    auth: () => ({ success: true, value: signIn.module }),
    modules: manifests.map((manifest) => moduleFor(manifest, RELEASE)),
    releases: { shell: 's', auth: null },
    loadPageModule: (name) => {
      const manifest = manifests.find((one) => one.name === name);
      if (!manifest) return Promise.resolve(unavailable(name));
      const page = moduleOf(manifest, () => modules[name]?.page ?? <PageHeading title={`Page of ${name}`} />);
      const routes = Object.fromEntries(Object.keys(manifest.routes).map((route) => [route, page.routes['main'] ?? (() => Promise.reject(new Error('unreachable')))]));
      return Promise.resolve({ success: true, value: { ...page, routes, ...modules[name]?.code } });
    },
  });
  provideOpenTab(loads);
  const openTab = await act(() => loads.openTab.get());
  await act(() => openTab.contributions.load());
  return { loads, openTab, signIn, requested };
}

/** Waits for the palette. jsdom loads no style sheets, so the test says that they have loaded. */
export async function palette(): Promise<HTMLElement> {
  return waitFor(() => {
    for (const link of document.querySelectorAll('link[rel=stylesheet]')) link.dispatchEvent(new Event('load'));
    return screen.getByRole('dialog', { name: 'Search and commands' });
  });
}

/** Opens the palette with its keys. */
export async function openPalette(): Promise<HTMLElement> {
  await userEvent.keyboard('{Control>}k{/Control}');
  return palette();
}

/** The lines of the palette by section. */
export function lines(): Record<string, string[]> {
  const sections = screen.getAllByRole('group').map((group): [string, string[]] => [
    document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent ?? '',
    within(group).queryAllByRole('option').map(({ textContent }) => textContent),
  ]);
  return Object.fromEntries(sections);
}

/** Registers what each test of a file does before and after it: it leaves no toast and no replaced function. */
export function prepareSite(): void {
  const { fetch: fetchBefore } = globalThis;
  beforeEach(() => {
    localStorage.clear();
    window.scrollTo = () => undefined;
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    for (const { id } of shownToasts()) dismissToast(id);
    jest.restoreAllMocks();
    globalThis.fetch = fetchBefore;
  });
}
