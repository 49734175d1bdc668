import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { sessionKey } from '../people/people.ts';
import type { Site } from '../site/site.ts';
import type { ScreenAccounts, Viewer } from './screen-accounts.ts';
import type { Screen } from './screen.ts';
import { siteTexts, type Language, type Say } from './site-texts.ts';
import { Visit } from './visit.ts';

interface ScreenPageOptions {
  readonly browser: Browser;
  readonly site: Site;
  readonly accounts: ScreenAccounts;
  readonly language: Language;
  /** Pixels of the screen for each CSS pixel; 1 by default. */
  readonly deviceScaleFactor?: number;
  /** Called with the browser context before its first page is opened. */
  readonly prepare?: (context: BrowserContext) => Promise<void>;
}

/**
 * A page that shows screens in one language, one after the other. Reusing the page keeps the compiled code of the site,
 * which makes each screen several times cheaper. Everything else is reset between two screens.
 */
export class ScreenPage {
  readonly #options: ScreenPageOptions;
  readonly #say: Say;
  #page: Promise<Page> | undefined;
  /** The last screen, if another one can follow in its document. */
  #last: Screen | undefined;

  constructor(options: ScreenPageOptions) {
    this.#options = options;
    this.#say = siteTexts(options.language);
  }

  /**
   * Opens a screen, then calls `check`.
   * @param options `inPlace` opens it in the document of the last screen, if both allow it and have the same viewer
   */
  async show(screen: Screen, check: (visit: Visit) => Promise<void>, { inPlace = false } = {}): Promise<void> {
    const page = await (this.#page ??= this.#open());
    const { site, accounts, language } = this.#options;
    const last = this.#last;
    const follows = inPlace && !screen.newDocument && last?.viewer === screen.viewer;
    // A screen that fails can leave anything behind.
    this.#last = undefined;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    if (!follows) await this.#leave(page, screen.viewer);
    await this.#reset(page);
    const visit = new Visit({ page, site, accounts, language, say: this.#say, inPlace: follows, afterPopups: last?.leavesOnlyPopups ?? false });
    await screen.show(visit);
    // The last part of every page. It is hidden while something is loading.
    await expect(page.getByRole('region', { name: this.#say('Preferences'), includeHidden: true })).toBeAttached();
    await check(visit);
    if (!screen.newDocument) this.#last = screen;
  }

  async close(): Promise<void> {
    await (await this.#page)?.context().close();
  }

  async #open(): Promise<Page> {
    const { browser, site, language, deviceScaleFactor = 1, prepare } = this.#options;
    const context = await browser.newContext({ baseURL: site.url, locale: language === 'en' ? 'en-GB' : language, timezoneId: 'UTC', deviceScaleFactor });
    await prepare?.(context);
    return context.newPage();
  }

  /** Leaves the document of the last screen, removes everything that it stored, and signs the viewer in. */
  async #leave(page: Page, viewer: Viewer): Promise<void> {
    const { site, accounts, language } = this.#options;
    const session = await accounts.sessionOf(viewer, language);
    // As if the viewer had just logged in: otherwise, dangerous actions ask first whether it is them.
    const stored = session && { ...session, expires_at: Math.floor(Date.now() / 1000) + 3600 };
    // An empty document of the site's origin, so that no code of the site runs while its storage changes.
    await page.route('/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto('/empty');
    // As long as there is a route, the browser does not use its cache.
    await page.unroute('/empty');
    await page.evaluate(
      ({ key, value }) => {
        sessionStorage.clear();
        localStorage.clear();
        if (value !== null) localStorage.setItem(key, value);
      },
      { key: sessionKey(site), value: stored && JSON.stringify(stored) },
    );
  }

  async #reset(page: Page): Promise<void> {
    await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: null });
    await page.setViewportSize({ width: 1280, height: 720 });
    // Move the pointer away from everything that reacts to it.
    await page.mouse.move(0, 0);
  }
}
