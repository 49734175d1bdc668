import { CONTRIBUTIONS_PATH, divideManifest, type ContributionListing, type Contributions } from '@atrium/releases/wire';
import { extensionStates, SITE_SLOT_OWNER, type ExtensionState, type ReleaseManifest } from '@atrium/releases/model';
import { releaseBase, releaseDetails } from '@atrium/releases/resolve';
import { fillRoutePattern, matchRoutePattern } from '@atrium/releases/route-pattern';
import type { SealedRelease } from '@atrium/releases/sealing';
import type { IncomingMessage } from 'node:http';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { AssuranceLevel } from '../../contract/auth-mfa.ts';
import { VerifyError } from '../../errors.ts';
import { FakeBackend } from '../../fake-backend/fake-backend.ts';
import { serveBuild, type ServedBuild } from '../../site-proxy/serve-build.ts';
import { fetchContributions, fetchListing } from '../../site-proxy/site-client.ts';
import { FakeBackendServer } from './fake-backend-server.ts';
import { findChromium, type FoundChromium } from './find-chromium.ts';
import { checkParameters, routePath, type VerifySettings } from './settings.ts';
import { EMPTY_DOCUMENT, Tab, type ObservedRelease } from './tab.ts';

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

/** Header by which the requests of a tab name its entry in `#shown`. Routes of Playwright would switch off the browser's cache. */
const SHOWN_HEADER = 'atrium-verify-shown';

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
  /** Empty documents of browser contexts without a tab. The contexts keep the files and the compiled code of the site, so that the next tab needs half as long. */
  readonly #idle: Page[] = [];
  /** The extensions of the module that tabs show, by the value of {@link SHOWN_HEADER}. */
  readonly #shown = new Map<string, Extensions>();

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
    const { pages } = await fetchListing(site);
    const contributions = (await fetchContributions(site)).modules.filter(isOther);
    const others = pages.filter(isOther).map((page) => otherModule(page.name, Object.values(page.manifest.routes)));
    let backend = new FakeBackend('http://localhost');
    let opened: SiteUnderTest | null = null;
    const served = await serveBuild(site, { manifest, files }, {
      backendAt: (url) => {
        backend = new FakeBackend(url);
        return new FakeBackendServer(backend, (request) => (opened ? opened.#replacementFor(request) : null));
      },
    });
    try {
      await fillBackend(backend, settings);
      return (opened = new SiteUnderTest({ manifest, files, backend, others, contributions, settings }, served, await launch(found)));
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
   * Opens a tab for a visitor, in a browser context that no other tab uses, and closes it when the task is done.
   *
   * @param extensions the module's extensions that the site shows; none by default, and none of other modules, so that they do not
   * affect what the page shows. `all` keeps those of all modules
   */
  async inTab<Result>(visitor: Visitor, task: (tab: Tab) => Promise<Result>, extensions: Extensions | 'all' = {}): Promise<Result> {
    const empty = this.#idle.pop() ?? (await this.#newContext());
    const context = empty.context();
    try {
      await this.#arrive(empty, visitor);
      const tab = await Tab.open(context, this.#observed());
      if (extensions !== 'all') {
        const shown = String(this.#shown.size);
        this.#shown.set(shown, extensions);
        await tab.page.setExtraHTTPHeaders({ [SHOWN_HEADER]: shown });
      }
      const result = await task(tab);
      await tab.page.close();
      this.#idle.push(empty);
      return result;
    } catch (error) {
      // Its page may hang.
      await context.close();
      throw error;
    }
  }

  /** Returns a tab to the state of a visitor who arrives. It has nothing of the pages before. */
  async renew(tab: Tab, visitor: Visitor): Promise<void> {
    await tab.empty();
    await this.#arrive(tab.page, visitor);
  }

  /** Replaces what is stored for an empty document of the site by a visitor's session. Playwright's `setStorageState` would also empty the browser's cache. */
  async #arrive(empty: Page, visitor: Visitor): Promise<void> {
    const tools = await empty.context().newCDPSession(empty);
    await tools.send('Storage.clearDataForOrigin', { origin: this.url, storageTypes: 'cookies,file_systems,indexeddb,service_workers,cache_storage' });
    await tools.detach();
    await empty.evaluate((items) => {
      sessionStorage.clear();
      localStorage.clear();
      for (const { name, value } of items) localStorage.setItem(name, value);
    }, await sessionOf(visitor, this.backend));
  }

  /** Opens an empty document in a new browser context. As long as it is open, the process with the compiled code does not end. */
  async #newContext(): Promise<Page> {
    const context = await this.#browser.newContext({ baseURL: this.url, reducedMotion: 'reduce' });
    const empty = await context.newPage();
    await empty.goto(EMPTY_DOCUMENT);
    await Tab.prepare(context, this.#observed());
    return empty;
  }

  #observed(): ObservedRelease {
    return { base: this.base, container: this.manifest.global, belongsToOthers: (path) => this.#belongsToOthers(path) };
  }

  /** What a tab gets instead of the site's response: only the extensions that it shows. */
  #replacementFor({ url = '', headers }: IncomingMessage): object | null {
    const extensions = this.#shown.get(String(headers[SHOWN_HEADER]));
    if (!extensions) return null;
    const { name, release } = this.manifest;
    switch (url.replace(/\?.*$/, '')) {
      case CONTRIBUTIONS_PATH:
        return { schema: 1, modules: this.#contributionsOfOthers.map(({ contributions: { extensions: _others, ...contributions }, ...module }) => ({ ...module, contributions })) };
      case `/__atrium/remotes/${name}/${release}`:
        return { ...releaseDetails(this.manifest), contributions: { ...this.contributions, extensions } };
      default:
        return null;
    }
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
    // With one process for all pages of a context, they share the compiled code.
    return await chromium.launch({ executablePath, args: [...args, '--process-per-site'] });
  } catch (cause) {
    const [reason = ''] = cause instanceof Error ? cause.message.split('\n') : [];
    throw new VerifyError('browser-failed', `${executablePath} did not start: ${reason} Start it in a terminal to see what it lacks, or select another browser with CHROMIUM_PATH.`, { cause });
  }
}

function otherModule(name: string, patterns: readonly string[]): OtherModule {
  const pattern = patterns.find((candidate) => !candidate.includes(':'));
  return { name, path: pattern === undefined ? null : fillRoutePattern(pattern, {}), patterns };
}

async function fillBackend(backend: FakeBackend, { permissions, tables, rows, buckets, functions, databaseFunctions }: VerifySettings): Promise<void> {
  for (const { email, hasFactor } of Object.values(ACCOUNTS)) {
    if (backend.auth.hasAccount(email)) continue;
    const second = hasFactor ? { factors: [{ type: 'totp', friendlyName: 'Phone' }] as const, recoveryCodes: ['k4m9x7qp2ab8ht3z'] } : {};
    backend.auth.addPerson({ email, name: hasFactor ? 'Grace' : 'Ada', permissions, ...second });
  }
  // The document says what the project of the site allows. The fake one allows everything, so that nothing is refused.
  backend.auth.allowsPasskeys = true;
  for (const [table, definition] of Object.entries(tables)) backend.table(table).define(definition);
  for (const [table, content] of Object.entries(rows)) backend.table(table).insert(...content);
  for (const [name, { public: isPublic, files }] of Object.entries(buckets)) {
    const bucket = backend.storage.bucket(name).define({ isPublic });
    for (const [path, url] of Object.entries(files)) {
      const file = await fileOf(url).catch((cause: unknown) => {
        throw new VerifyError('bad-settings', `package.json has a file ${name}/${path} whose data: URL cannot be decoded.`, { cause });
      });
      bucket.put(path, new Uint8Array(await file.arrayBuffer()), file.type);
    }
  }
  for (const [name, result] of Object.entries(functions)) backend.function(name, () => result);
  for (const [name, result] of Object.entries(databaseFunctions)) backend.databaseFunction(name, () => result);
}

async function fileOf(url: string): Promise<Blob> {
  return (await fetch(url)).blob();
}

/** The session in a visitor's local storage, under the key that supabase-js derives from the host name (specification 9.2). */
async function sessionOf(visitor: Visitor, backend: FakeBackend): Promise<{ readonly name: string; readonly value: string }[]> {
  if (visitor === 'signed out') return [];
  const { email, level } = ACCOUNTS[visitor];
  const tokens = await backend.auth.openSession(email, level);
  return [{ name: `sb-${new URL(backend.url).hostname.split('.')[0]}-auth-token`, value: JSON.stringify(tokens) }];
}
