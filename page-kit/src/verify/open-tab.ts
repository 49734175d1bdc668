import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import * as v from 'valibot';
import { prepareErrors } from './in-page/break-pages.ts';
import { lookAtPage } from './in-page/look-at-page.ts';
import { pageScript } from './in-page/page-script.ts';
import { watchRegistrations } from './in-page/watch-registrations.ts';
import { watchStart } from './in-page/watch-start.ts';
import { VerifyError } from './verify-error.ts';

/** Milliseconds for a page to come to rest. */
const PATIENCE = 10_000;

/** Milliseconds after which a page that answers nothing hangs, on the slowest machine. */
const HANGS_AFTER = 30_000;

/** Milliseconds between two looks at a page; two that find the same, at rest, make it so. */
const LOOK_EVERY = 100;

const lookSchema = v.object({
  path: v.string(),
  title: v.string(),
  headings: v.array(v.string()),
  focusArrived: v.boolean(),
  announced: v.array(v.string()),
  isWaiting: v.boolean(),
  alerts: v.array(v.string()),
  hasHeader: v.boolean(),
});

/** The release that is watched. */
export interface WatchedRelease {
  /** Path of its folder on the site. */
  readonly base: string;
  /** The global variable that its entry sets. */
  readonly container: string;
  /** Whether a path of the site is a page of another module. */
  readonly isOfOthers: (path: string) => boolean;
}

/** What is on a screen that came to rest, or did not in time. */
export interface Screen extends v.InferOutput<typeof lookSchema> {
  readonly cameToRest: boolean;
}

/** A screen that never was one: one document after the other took the place. */
const NOTHING = { path: '', title: '', headings: [], focusArrived: false, announced: [], isWaiting: true, alerts: [], hasHeader: false };

/** A tab of the site, in a browser of its own, with a watch on what the module does. */
export class OpenTab {
  readonly page: Page;
  /** What was complained of on the console, and what nobody caught, except on pages of other modules: those are not this team's to mend. */
  readonly errors: string[] = [];
  /** What nobody caught of it. */
  readonly uncaught: string[] = [];
  /** Paths below the release's folder of the files that were loaded. */
  readonly loaded = new Set<string>();
  #inFlight = 0;

  private constructor(page: Page, { base, isOfOthers }: WatchedRelease) {
    this.page = page;
    page.on('console', (message) => {
      if (message.type() !== 'error' || isOfOthers(new URL(page.url()).pathname)) return;
      const { url } = message.location();
      this.errors.push(message.text().startsWith('Failed to load resource') ? `${message.text()} ${url}` : message.text());
    });
    page.on('pageerror', (error) => {
      if (isOfOthers(new URL(page.url()).pathname)) return;
      this.errors.push(`uncaught: ${error.message}`);
      this.uncaught.push(error.message);
    });
    page.on('request', (request) => {
      this.#inFlight += 1;
      const { pathname } = new URL(request.url());
      if (pathname.startsWith(base)) this.loaded.add(pathname.slice(base.length));
    });
    const end = () => (this.#inFlight -= 1);
    page.on('requestfinished', end);
    page.on('requestfailed', end);
  }

  /** Opens a tab in which a release is watched. */
  static async in(context: BrowserContext, watched: WatchedRelease): Promise<OpenTab> {
    const facts = { base: watched.base, container: watched.container };
    await context.addInitScript([pageScript(watchRegistrations, facts), pageScript(watchStart, facts), pageScript(prepareErrors, undefined)].join(';\n'));
    return new OpenTab(await context.newPage(), watched);
  }

  /** Loads an address anew. */
  async load(path: string): Promise<Screen> {
    this.#inFlight = 0;
    await this.page.goto(path, { waitUntil: 'commit' });
    return this.rest();
  }

  /** Goes to a page as a link in another leads there: nothing is loaded anew. */
  async goTo(path: string): Promise<Screen> {
    const go = (address: string) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    };
    await this.ask(v.unknown(), go, path);
    return this.rest();
  }

  /** Leaves for the start page, by the site's own link. @throws VerifyError for a site without it */
  async leave(): Promise<Screen> {
    const link = this.page.locator('header a[href="/"]').first();
    if ((await link.count()) === 0) throw new VerifyError('no-header', 'The header of the site has no link to the start page: this page-kit does not know how to leave a page there.');
    await link.dispatchEvent('click');
    return this.rest();
  }

  /** Waits until a page is on screen and nothing is on its way, or its time is over. */
  async rest(): Promise<Screen> {
    const end = Date.now() + PATIENCE;
    let last: Screen | null = null;
    for (;;) {
      const screen = await this.#look();
      const isQuiet = screen !== null && this.#inFlight <= 0 && !screen.isWaiting && screen.headings.length > 0;
      if (isQuiet && last !== null && isDeepStrictEqual(sightOf(last), sightOf(screen))) return screen;
      if (Date.now() > end) return { ...(screen ?? NOTHING), cameToRest: false };
      last = isQuiet ? screen : null;
      await pause(LOOK_EVERY);
    }
  }

  /** Runs a function in the page, and reads what it gives. @throws VerifyError for a page that hangs */
  async ask<Argument, Result>(schema: v.GenericSchema<unknown, Result>, run: (argument: Argument) => unknown, argument: Argument): Promise<Result> {
    const answered = new AbortController();
    const late = pause(HANGS_AFTER, null, { signal: answered.signal }).then(() => {
      throw new VerifyError('page-hangs', `The page at ${new URL(this.page.url()).pathname} hangs: it has answered nothing for ${HANGS_AFTER / 1000} seconds. Look for an endless loop.`);
    });
    try {
      return v.parse(schema, await Promise.race([this.page.evaluate(pageScript(run, argument)), late]));
    } finally {
      answered.abort();
    }
  }

  /** Calls a method of something that was put into the tab before its scripts: see the folder in-page. */
  async call<Result>(part: 'registrations' | 'start' | 'errors', method: string, schema: v.GenericSchema<unknown, Result>): Promise<Result> {
    const find = ({ symbol, name }: { readonly symbol: string; readonly name: string }): unknown => {
      const object: unknown = Reflect.get(window, Symbol.for(symbol));
      const found: unknown = typeof object === 'object' && object !== null ? Reflect.get(object, name) : null;
      return typeof found === 'function' ? (Reflect.apply(found, object, []) ?? null) : null;
    };
    return this.ask(schema, find, { symbol: `atrium verify ${part}`, name: method });
  }

  /** Null while another document takes the place of this one. */
  async #look(): Promise<Screen | null> {
    try {
      const look = await this.ask(lookSchema, lookAtPage, undefined);
      return { ...look, cameToRest: true };
    } catch (error) {
      if (error instanceof v.ValiError || error instanceof VerifyError || this.page.isClosed()) throw error;
      return null;
    }
  }
}

/** What does not change any more on a screen at rest; what it announces may, as a clock does. */
function sightOf({ path, title, headings, focusArrived }: Screen): unknown {
  return { path, title, headings, focusArrived };
}
