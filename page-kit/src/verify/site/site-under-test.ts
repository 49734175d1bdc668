import { CONTRIBUTIONS_PATH, divideManifest, type ContributionListing, type Contributions } from '@atrium/releases/wire';
import { extensionStates, SITE_SLOT_OWNER, type ExtensionState, type ReleaseManifest } from '@atrium/releases/model';
import { releaseBase, releaseDetails } from '@atrium/releases/resolve';
import { fillRoutePattern, matchRoutePattern } from '@atrium/releases/route-pattern';
import type { SealedRelease } from '@atrium/releases/sealing';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { AssuranceLevel } from '../../contract/auth-mfa.ts';
import { VerifyError } from '../../errors.ts';
import { FakeBackend } from '../../fake-backend/fake-backend.ts';
import { serveBuild, type ServedBuild } from '../../site-proxy/serve-build.ts';
import { fetchContributions, fetchReleaseSet } from '../../site-proxy/site-client.ts';
import { FakeBackendServer } from './fake-backend-server.ts';
import { findChromium, type FoundChromium } from './find-chromium.ts';
import { checkParameters, routePath, type VerifySettings } from './settings.ts';
import { Tab } from './tab.ts';

type PageManifest = Extract<ReleaseManifest, { kind: 'page-module' }>;

/** The visitors who open every route. */
export const VISITORS = ['signed in', 'signed in with a second factor', 'owing a code', 'signed out'] as const;

/** One of {@link VISITORS}. */
export type Visitor = (typeof VISITORS)[number];

const ACCOUNTS: Readonly<Record<Exclude<Visitor, 'signed out'>, { readonly email: string; readonly hasFactor: boolean; readonly level: AssuranceLevel }>> = {
  'signed in': { email: 'ada@example.com', hasFactor: false, level: 'aal1' },
  'signed in with a second factor': { email: 'grace@example.com', hasFactor: true, level: 'aal2' },
  'owing a code': { email: 'grace@example.com', hasFactor: true, level: 'aal1' },
};

/** What a module shows in slots, by key. */
export type Extensions = NonNullable<Contributions['extensions']>;

/** Another page module of the site. */
export interface OtherModule {
  readonly name: string;
  /** Path of one of its pages; null if all of them need parameters. */
  readonly path: string | null;
  /** Its path patterns. */
  readonly patterns: readonly string[];
}

/** A site that the build of a page module is part of, with its own backend and browser. */
export class SiteUnderTest {
  readonly url: string;
  readonly manifest: PageManifest;
  readonly files: SealedRelease['files'];
  /** Path of the release's folder. */
  readonly base: string;
  readonly backend: FakeBackend;
  readonly others: readonly OtherModule[];
  /** What the module contributes to pages. */
  readonly contributions: Contributions;
  /** What the other modules contribute. */
  readonly #contributionsOfOthers: ContributionListing['modules'];
  readonly #settings: VerifySettings;
  readonly #served: ServedBuild;
  readonly #browser: Browser;

  private constructor(
    { manifest, files, backend, others, contributions, settings }: Pick<SiteUnderTest, 'manifest' | 'files' | 'backend' | 'others'> & {
      readonly contributions: ContributionListing['modules'];
      readonly settings: VerifySettings;
    },
    served: ServedBuild,
    browser: Browser,
  ) {
    this.url = served.url;
    this.manifest = manifest;
    this.files = files;
    this.base = releaseBase(manifest.name, manifest.release);
    this.backend = backend;
    this.others = others;
    this.contributions = divideManifest(manifest.moduleManifest).contributions;
    this.#contributionsOfOthers = contributions;
    this.#settings = settings;
    this.#served = served;
    this.#browser = browser;
  }

  /** @throws ChromiumNotFoundError, SiteProxyError, VerifyError */
  static async open(site: string, { manifest, files }: SealedRelease, settings: VerifySettings): Promise<SiteUnderTest> {
    if (manifest.kind !== 'page-module') throw new VerifyError('no-page-module', `The build is ${manifest.kind === 'shell' ? 'a shell' : 'the auth remote'}: only page modules can be verified.`);
    const found = findChromium();
    checkParameters(manifest.moduleManifest.routes, settings.params);
    const isOther = ({ name }: { readonly name: string }) => name !== manifest.name;
    const { pages } = await fetchReleaseSet(site);
    const contributions = (await fetchContributions(site)).modules.filter(isOther);
    const others = pages.filter(isOther).map((page) => otherModule(page.name, Object.values(page.manifest.routes)));
    let backend = new FakeBackend('http://localhost');
    const served = await serveBuild(site, { manifest, files }, {
      backendAt: (url) => {
        backend = new FakeBackend(url);
        return new FakeBackendServer(backend);
      },
    });
    try {
      fillBackend(backend, settings);
      return new SiteUnderTest({ manifest, files, backend, others, contributions, settings }, served, await launch(found));
    } catch (error) {
      await served.close();
      throw error;
    }
  }

  /** The path of a route, with its parameters from the settings. */
  pathOf(route: string): string {
    return routePath(this.manifest.moduleManifest.routes[route] ?? '/', this.#settings.params[route]);
  }

  /** The module's extensions, and whether the site has their slots. */
  extensionStates(): ExtensionState[] {
    const { name } = this.manifest;
    const modules = [...this.#contributionsOfOthers, { name, contributions: this.contributions }].map((module) => ({ name: module.name, ...module.contributions }));
    return extensionStates(modules).filter(({ module }) => module === name);
  }

  /** One extension of the module, or none, for {@link inTab}. */
  onlyExtension(key: string | undefined): Extensions {
    return Object.fromEntries(Object.entries(this.contributions.extensions ?? {}).filter(([extension]) => extension === key));
  }

  /** The paths of the pages that could have a slot of another module or of the shell. */
  pathsOfSlot(slot: string): readonly string[] {
    const given = this.#settings.slots[slot];
    if (given !== undefined) return [given];
    const [owner] = slot.split('.');
    if (owner === SITE_SLOT_OWNER) return ['/'];
    const patterns = this.others.find(({ name }) => name === owner)?.patterns ?? [];
    const withParameters = (pattern: string) => pattern.includes(':');
    return [...patterns.filter((pattern) => !withParameters(pattern)), ...patterns.filter(withParameters)].map((pattern) => routePath(pattern));
  }

  /**
   * Opens a tab for a visitor, in a browser context of its own, and closes it when the task is done.
   *
   * @param extensions the module's extensions that the site shows; none by default, and none of other modules, so that they do not
   * affect what the page shows. `all` keeps those of all modules
   */
  async inTab<Result>(visitor: Visitor, task: (tab: Tab) => Promise<Result>, extensions: Extensions | 'all' = {}): Promise<Result> {
    const localStorage = await sessionOf(visitor, this.backend);
    const context = await this.#browser.newContext({
      baseURL: this.url,
      reducedMotion: 'reduce',
      storageState: { cookies: [], origins: localStorage.length > 0 ? [{ origin: this.url, localStorage }] : [] },
    });
    try {
      const tab = await Tab.open(context, { base: this.base, container: this.manifest.global, belongsToOthers: (path) => this.#belongsToOthers(path) });
      if (extensions !== 'all') await this.#replaceExtensions(tab.page, extensions);
      return await task(tab);
    } finally {
      await context.close();
    }
  }

  async #replaceExtensions(page: Page, extensions: Extensions): Promise<void> {
    const { name, release } = this.manifest;
    const modules = this.#contributionsOfOthers.map(({ contributions: { extensions: _others, ...contributions }, ...module }) => ({ ...module, contributions }));
    const details = { ...releaseDetails(this.manifest), contributions: { ...this.contributions, extensions } };
    await page.route(({ pathname }) => pathname === CONTRIBUTIONS_PATH, (route) => route.fulfill({ json: { schema: 1, modules } }));
    await page.route(({ pathname }) => pathname === `/__atrium/remotes/${name}/${release}`, (route) => route.fulfill({ json: details }));
  }

  #belongsToOthers(path: string): boolean {
    return this.others.some(({ patterns }) => patterns.some((pattern) => matchRoutePattern(pattern, path) !== null));
  }

  async close(): Promise<void> {
    try {
      await this.#browser.close();
    } finally {
      await this.#served.close();
    }
  }
}

async function launch({ executablePath, args }: FoundChromium): Promise<Browser> {
  try {
    return await chromium.launch({ executablePath, args: [...args] });
  } catch (cause) {
    const [reason = ''] = cause instanceof Error ? cause.message.split('\n') : [];
    throw new VerifyError('browser-failed', `${executablePath} did not start: ${reason} Start it in a terminal to see what it lacks, or select another browser with CHROMIUM_PATH.`, { cause });
  }
}

function otherModule(name: string, patterns: readonly string[]): OtherModule {
  const pattern = patterns.find((candidate) => !candidate.includes(':'));
  return { name, path: pattern === undefined ? null : fillRoutePattern(pattern, {}), patterns };
}

function fillBackend(backend: FakeBackend, { permissions, tables, rows, functions, databaseFunctions }: VerifySettings): void {
  for (const { email, hasFactor } of Object.values(ACCOUNTS)) {
    if (backend.auth.hasAccount(email)) continue;
    backend.auth.addPerson({ email, name: hasFactor ? 'Grace' : 'Ada', permissions, factors: hasFactor ? [{ type: 'totp', friendlyName: 'Phone' }] : [] });
  }
  for (const [table, definition] of Object.entries(tables)) backend.table(table).define(definition);
  for (const [table, content] of Object.entries(rows)) backend.table(table).insert(...content);
  for (const [name, answer] of Object.entries(functions)) backend.function(name, () => answer);
  for (const [name, answer] of Object.entries(databaseFunctions)) backend.databaseFunction(name, () => answer);
}

/** The session in a visitor's local storage, under the key that supabase-js derives from the host name (specification 9.2). */
async function sessionOf(visitor: Visitor, backend: FakeBackend): Promise<{ readonly name: string; readonly value: string }[]> {
  if (visitor === 'signed out') return [];
  const { email, level } = ACCOUNTS[visitor];
  const tokens = await backend.auth.openSession(email, level);
  return [{ name: `sb-${new URL(backend.url).hostname.split('.')[0]}-auth-token`, value: JSON.stringify(tokens) }];
}
