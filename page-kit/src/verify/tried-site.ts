import type { ReleaseManifest } from '@atrium/releases/release-manifest';
import { releaseBase } from '@atrium/releases/live-site';
import { fillRoutePattern, matchRoutePattern } from '@atrium/releases/route-pattern';
import type { SealedRelease } from '@atrium/releases/seal';
import { chromium, type Browser } from 'playwright-core';
import { FakeBackend } from '../fake-backend/fake-backend.ts';
import { askReleaseSet } from '../site-proxy/ask-site.ts';
import { serveBuild, type ServedBuild } from '../site-proxy/serve-build.ts';
import { FakeBackendServer } from './fake-backend-server.ts';
import { findChromium, type FoundChromium } from './find-chromium.ts';
import { OpenTab } from './open-tab.ts';
import { checkParameters, pathOf } from './route-paths.ts';
import { VerifyError } from './verify-error.ts';
import type { VerifySettings } from './verify-settings.ts';
import { addVisitors, storedBy, type Visitor } from './visitors.ts';

type PageManifest = Extract<ReleaseManifest, { kind: 'page-module' }>;

/** A page module of the site that is not the one that is tried. */
export interface OtherModule {
  readonly name: string;
  /** Path of one of its pages; null if all of them need parameters. */
  readonly path: string | null;
  /** Its paths, with parameters. */
  readonly patterns: readonly string[];
}

/** A site with the build of a page module in it, a backend of its own, and a browser. */
export class TriedSite {
  readonly url: string;
  readonly manifest: PageManifest;
  readonly files: SealedRelease['files'];
  /** Path of the release's folder. */
  readonly base: string;
  readonly backend: FakeBackend;
  /** The other page modules of the site. */
  readonly others: readonly OtherModule[];
  readonly #settings: VerifySettings;
  readonly #served: ServedBuild;
  readonly #browser: Browser;

  private constructor(
    { manifest, files, backend, others, settings }: Pick<TriedSite, 'manifest' | 'files' | 'backend' | 'others'> & { readonly settings: VerifySettings },
    served: ServedBuild,
    browser: Browser,
  ) {
    this.url = served.url;
    this.manifest = manifest;
    this.files = files;
    this.base = releaseBase(manifest.name, manifest.release);
    this.backend = backend;
    this.others = others;
    this.#settings = settings;
    this.#served = served;
    this.#browser = browser;
  }

  /** @throws ChromiumNotFoundError, SiteProxyError, VerifyError */
  static async open(site: string, { manifest, files }: SealedRelease, settings: VerifySettings): Promise<TriedSite> {
    if (manifest.kind !== 'page-module') throw new VerifyError('no-page-module', `The build is ${manifest.kind === 'shell' ? 'a shell' : 'the auth remote'}: only page modules can be verified.`);
    const found = findChromium();
    checkParameters(manifest.moduleManifest.routes, settings.params);
    const { pages } = await askReleaseSet(site);
    const others = pages.filter(({ name }) => name !== manifest.name).map((page) => otherModule(page.name, Object.values(page.manifest.routes)));
    let backend = new FakeBackend('http://localhost');
    const served = await serveBuild(site, { manifest, files }, {
      backendAt: (url) => {
        backend = new FakeBackend(url);
        return new FakeBackendServer(backend);
      },
    });
    try {
      fillBackend(backend, settings);
      return new TriedSite({ manifest, files, backend, others, settings }, served, await launch(found));
    } catch (error) {
      await served.close();
      throw error;
    }
  }

  /** The address of a route, with its parameters from the settings. */
  pathOf(route: string): string {
    return pathOf(this.manifest.moduleManifest.routes[route] ?? '/', this.#settings.params[route]);
  }

  /** Opens a tab in a browser of its own, for somebody; closes it when the task is done. */
  async inTab<Result>(visitor: Visitor, task: (tab: OpenTab) => Promise<Result>): Promise<Result> {
    const stored = await storedBy(visitor, this.backend);
    const context = await this.#browser.newContext({
      baseURL: this.url,
      reducedMotion: 'reduce',
      storageState: { cookies: [], origins: stored.length > 0 ? [{ origin: this.url, localStorage: stored }] : [] },
    });
    try {
      return await task(await OpenTab.in(context, { base: this.base, container: this.manifest.global, isOfOthers: (path) => this.#isOfOthers(path) }));
    } finally {
      await context.close();
    }
  }

  #isOfOthers(path: string): boolean {
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
    const [why = ''] = cause instanceof Error ? cause.message.split('\n') : [];
    throw new VerifyError('browser-failed', `${executablePath} did not start: ${why} Start it by hand to see what it misses, or name another with CHROMIUM_PATH.`, { cause });
  }
}

function otherModule(name: string, patterns: readonly string[]): OtherModule {
  const pattern = patterns.find((candidate) => !candidate.includes(':'));
  return { name, path: pattern === undefined ? null : fillRoutePattern(pattern, {}), patterns };
}

function fillBackend(backend: FakeBackend, { permissions, tables, rows, functions, databaseFunctions }: VerifySettings): void {
  addVisitors(backend, permissions);
  for (const [table, definition] of Object.entries(tables)) backend.table(table).define(definition);
  for (const [table, content] of Object.entries(rows)) backend.table(table).insert(...content);
  for (const [name, answer] of Object.entries(functions)) backend.function(name, () => answer);
  for (const [name, answer] of Object.entries(databaseFunctions)) backend.databaseFunction(name, () => answer);
}
