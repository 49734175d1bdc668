import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { EXTENSION_ATTRIBUTE, EXTENSION_FAILURE_ATTRIBUTE } from '@atrium/releases/wire';
import type { BrowserContext, Page, Request } from 'playwright-core';
import * as v from 'valibot';
import { VerifyError } from '../../errors.ts';
import { readFrame } from '../../fake-backend/realtime-frames.ts';
import { readPage } from '../in-page/inspect.ts';
import { prepareErrors } from '../in-page/throw-errors.ts';
import { trackExtensions } from '../in-page/track-extensions.ts';
import { trackRegistrations } from '../in-page/track-registrations.ts';
import { trackStart } from '../in-page/track-start.ts';

/** Milliseconds for a page to settle. */
const SETTLE_TIMEOUT = 10_000;

/** Milliseconds after which a page that does not respond counts as hanging, even on a slow machine. */
const HANG_TIMEOUT = 30_000;

/** Milliseconds for the slots of a settled page to show their extensions' boxes. */
const BOX_TIMEOUT = 2_000;

/** A path that no module has. Its page, "Page not found", has no slot. */
const EMPTY_PAGE = '/atrium-verify/empty';

/** A document of the site without any code. */
export const EMPTY_DOCUMENT = '/api/supabase-credentials';

/** Milliseconds between two readings of a page. It has settled when two readings are the same. */
const READ_INTERVAL = 100;

const EXTENSION_ATTRIBUTES = { box: EXTENSION_ATTRIBUTE, failure: EXTENSION_FAILURE_ATTRIBUTE };

const pageSchema = v.object({
  path: v.string(),
  title: v.string(),
  headings: v.array(v.string()),
  focusArrived: v.boolean(),
  announced: v.array(v.string()),
  isWaiting: v.boolean(),
  alerts: v.array(v.string()),
  hasHeader: v.boolean(),
});

const extensionSchema = v.nullable(
  v.object({
    state: v.picklist(['loading', 'shown', 'failed']),
    text: v.string(),
    isBlank: v.boolean(),
    hasPageHeading: v.boolean(),
    height: v.number(),
    reserved: v.number(),
    excessWidth: v.number(),
    moves: v.array(v.string()),
  }),
);

const startSchema = v.object({ state: v.picklist(['none', 'unknown', 'running', 'done', 'failed']), ms: v.number() });

/** Whether the module has a start, and how long it took or has been running. `unknown`: it was not called yet. */
export type ModuleStart = v.InferOutput<typeof startSchema>;

/** What the box of an extension shows. */
export type ExtensionScreen = NonNullable<v.InferOutput<typeof extensionSchema>>;

/** The release that a tab observes. */
export interface ObservedRelease {
  /** Path of its folder on the site. */
  readonly base: string;
  /** The global variable that its entry sets. */
  readonly container: string;
  /** Whether a path of the site is a page of another module. */
  readonly belongsToOthers: (path: string) => boolean;
}

/** The content of a screen. */
export interface Screen extends v.InferOutput<typeof pageSchema> {
  /** False if the page had not settled when the time was over. */
  readonly settled: boolean;
}

/** The screen of a tab that kept loading documents. */
const NO_SCREEN = { path: '', title: '', headings: [], focusArrived: false, announced: [], isWaiting: true, alerts: [], hasHeader: false };

/** A tab of the site that observes what the module does. */
export class Tab {
  readonly page: Page;
  /** Console errors and uncaught errors. On pages of other modules only those of the release's files, because this team cannot fix others. */
  readonly errors: string[] = [];
  /** Messages of uncaught errors. */
  readonly uncaught: string[] = [];
  /** Files of the release that were loaded, relative to its folder. */
  readonly loaded = new Set<string>();
  /** The realtime channels that are joined, or about to be. */
  readonly channels = new Set<string>();
  readonly #inFlight = new Set<Request>();
  #hasCrashed = false;

  private constructor(page: Page, { base, belongsToOthers }: ObservedRelease) {
    this.page = page;
    const isOfOthers = (trace: string) => belongsToOthers(new URL(page.url()).pathname) && !trace.includes(base);
    page.on('console', (message) => {
      const { url } = message.location();
      if (message.type() !== 'error' || isOfOthers(`${url} ${message.text()}`)) return;
      this.errors.push(message.text().startsWith('Failed to load resource') ? `${message.text()} ${url}` : message.text());
    });
    page.on('pageerror', (error) => {
      if (isOfOthers(error.stack ?? '')) return;
      this.errors.push(`uncaught: ${error.message}`);
      this.uncaught.push(error.message);
    });
    page.on('request', (request) => {
      this.#inFlight.add(request);
      const { pathname } = new URL(request.url());
      if (pathname.startsWith(base)) this.loaded.add(pathname.slice(base.length));
    });
    page.on('websocket', (socket) => {
      const joined = new Set<string>();
      socket.on('framesent', ({ payload }) => {
        // Broadcasts are binary.
        if (typeof payload !== 'string') return;
        const { topic, event } = readFrame(payload);
        const channel = topic.replace(/^realtime:/, '');
        if (event === 'phx_join') {
          joined.add(channel);
          this.channels.add(channel);
        }
        if (event === 'phx_leave') this.channels.delete(channel);
      });
      socket.on('close', () => joined.forEach((channel) => this.channels.delete(channel)));
    });
    const end = (request: Request) => this.#inFlight.delete(request);
    page.on('requestfinished', end);
    page.on('requestfailed', end);
    page.on('crash', () => (this.#hasCrashed = true));
  }

  /** Lets the pages of a context observe a release. Call it once, before the first tab is opened. */
  static async prepare(context: BrowserContext, { base, container }: ObservedRelease): Promise<void> {
    const scripts = [pageScript(trackRegistrations, { base }), pageScript(trackStart, { container }), pageScript(prepareErrors, undefined), pageScript(trackExtensions, EXTENSION_ATTRIBUTES)];
    await context.addInitScript(scripts.join(';\n'));
  }

  /** Opens a tab that observes a release, in a context that {@link Tab.prepare} has prepared for it. */
  static async open(context: BrowserContext, release: ObservedRelease): Promise<Tab> {
    return new Tab(await context.newPage(), release);
  }

  /** Runs a function in each document of the tab, before the document's scripts. */
  async beforeScripts<Argument>(run: (argument: Argument) => unknown, argument: Argument): Promise<void> {
    await this.page.addInitScript(pageScript(run, argument));
  }

  /** Loads the document of a path. */
  async load(path: string): Promise<Screen> {
    // The requests of the document before end with it.
    this.#inFlight.clear();
    await this.page.goto(path, { waitUntil: 'commit' });
    return this.settle();
  }

  /** Loads the document of a page without slots, on which none of the module's code has to run. */
  async loadEmptyPage(): Promise<void> {
    await this.load(EMPTY_PAGE);
    // The server reports that the page does not exist.
    this.errors.length = 0;
  }

  /** Replaces the page by an empty document, and forgets what earlier documents did. */
  async empty(): Promise<void> {
    await this.page.goto(EMPTY_DOCUMENT);
    this.errors.length = 0;
    this.uncaught.length = 0;
    this.loaded.clear();
    this.channels.clear();
  }

  /** Navigates to a page without slots. */
  async goToEmptyPage(): Promise<void> {
    await this.goTo(EMPTY_PAGE);
  }

  /** Navigates to a page as a link does, without loading a document. */
  async goTo(path: string): Promise<Screen> {
    const navigate = (address: string) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    };
    await this.evaluate(v.unknown(), navigate, path);
    return this.settle();
  }

  /** Navigates to the start page by the site's own link. @throws VerifyError if the site has no such link */
  async leave(): Promise<Screen> {
    const link = this.page.locator('header a[href="/"]').first();
    if ((await link.count()) === 0) throw new VerifyError('no-header', 'The header of the site has no link to the start page: this page-kit does not support the version of the site.');
    await link.dispatchEvent('click');
    return this.settle();
  }

  /** Waits until a page is on screen and no request is in flight, or the time is over. */
  async settle(): Promise<Screen> {
    const end = Date.now() + SETTLE_TIMEOUT;
    let last: Screen | null = null;
    for (;;) {
      const screen = await this.#read();
      const isIdle = screen !== null && this.#inFlight.size === 0 && !screen.isWaiting && screen.headings.length > 0;
      if (isIdle && last !== null && isDeepStrictEqual(stableParts(last), stableParts(screen))) return screen;
      if (Date.now() > end) return { ...(screen ?? NO_SCREEN), settled: false };
      last = isIdle ? screen : null;
      await pause(READ_INTERVAL);
    }
  }

  /**
   * Scrolls to an extension and waits until it has settled, or the time is over.
   *
   * @param id `module.extension`
   * @returns null if the page does not show it
   */
  async showExtension(id: string): Promise<ExtensionScreen | null> {
    const start = Date.now();
    let last: ExtensionScreen | null = null;
    for (;;) {
      const screen = await this.call('extensions', 'read', extensionSchema, id);
      const isIdle = screen !== null && screen.state !== 'loading' && this.#inFlight.size === 0;
      if (isIdle && isDeepStrictEqual(last, screen)) return screen;
      if (Date.now() > start + (screen === null ? BOX_TIMEOUT : SETTLE_TIMEOUT)) return screen;
      last = isIdle ? screen : null;
      await pause(READ_INTERVAL);
    }
  }

  /** Runs a function in the page and parses its result. @throws VerifyError if the page hangs */
  async evaluate<Argument, Result>(schema: v.GenericSchema<unknown, Result>, run: (argument: Argument) => unknown, argument: Argument): Promise<Result> {
    const done = new AbortController();
    const timeout = pause(HANG_TIMEOUT, null, { signal: done.signal }).then(() => {
      throw new VerifyError('page-hangs', `The page at ${new URL(this.page.url()).pathname} hangs: it has not responded for ${HANG_TIMEOUT / 1000} seconds. Look for an endless loop.`);
    });
    try {
      return v.parse(schema, await Promise.race([this.page.evaluate(pageScript(run, argument)), timeout]));
    } finally {
      done.abort();
    }
  }

  /** The start of the module in this document. */
  async start(): Promise<ModuleStart> {
    return this.call('start', 'start', startSchema);
  }

  /** Calls a method of an object that a script of the folder in-page has added to the tab. */
  async call<Result>(part: 'registrations' | 'start' | 'errors' | 'extensions', method: string, schema: v.GenericSchema<unknown, Result>, ...given: readonly string[]): Promise<Result> {
    const callMethod = ({ symbol, name, values }: { readonly symbol: string; readonly name: string; readonly values: readonly string[] }): unknown => {
      const object: unknown = Reflect.get(window, Symbol.for(symbol));
      const found: unknown = typeof object === 'object' && object !== null ? Reflect.get(object, name) : null;
      return typeof found === 'function' ? (Reflect.apply(found, object, values) ?? null) : null;
    };
    return this.evaluate(schema, callMethod, { symbol: `atrium verify ${part}`, name: method, values: given });
  }

  /** Null while another document replaces this one. */
  async #read(): Promise<Screen | null> {
    try {
      return { ...(await this.evaluate(pageSchema, readPage, EXTENSION_ATTRIBUTES)), settled: true };
    } catch (error) {
      if (this.#hasCrashed) throw new VerifyError('page-crashed', `The page at ${new URL(this.page.url()).pathname} crashed its tab. Look for code that needs too much memory.`, { cause: error });
      if (error instanceof v.ValiError || error instanceof VerifyError || this.page.isClosed()) throw error;
      return null;
    }
  }
}

/** The parts of a settled screen that stay the same. Announcements may change, such as those of a clock. */
function stableParts({ path, title, headings, focusArrived }: Screen): unknown {
  return { path, title, headings, focusArrived };
}

/**
 * The source of a call that runs in a page. The function can use only its argument and the globals of pages. The developer tools
 * run it, so the page's Content-Security-Policy does not apply.
 */
function pageScript<Argument>(run: (argument: Argument) => unknown, argument: Argument): string {
  // In the repository, esbuild names inner functions with a helper, which pages do not have.
  return `((__name) => (${run.toString()})(${JSON.stringify(argument)}))((named) => named)`;
}
