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

  constructor(options: ScreenPageOptions) {
    this.#options = options;
    this.#say = siteTexts(options.language);
  }

  /** Opens a screen, then calls `check`. */
  async show(screen: Screen, check: (visit: Visit) => Promise<void>): Promise<void> {
    const page = await (this.#page ??= this.#open());
    await this.#reset(page, screen.viewer);
    const { site, accounts, language } = this.#options;
    const visit = new Visit({ page, site, accounts, language, say: this.#say });
    await screen.show(visit);
    // The last part of every page. It is hidden while something is loading.
    await expect(page.getByRole('region', { name: this.#say('Preferences'), includeHidden: true })).toBeAttached();
    await check(visit);
  }

  async close(): Promise<void> {
    await (await this.#page)?.context().close();
  }

  async #open(): Promise<Page> {
    const { browser, site, language, prepare } = this.#options;
    const context = await browser.newContext({ baseURL: site.url, locale: language, timezoneId: 'UTC' });
    await prepare?.(context);
    return context.newPage();
  }

  /** Removes everything that the last screen stored, and signs the viewer in. */
  async #reset(page: Page, viewer: Viewer): Promise<void> {
    const { site, accounts, language } = this.#options;
    const session = await accounts.sessionOf(viewer, language);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
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
      { key: sessionKey(site), value: session && JSON.stringify(session) },
    );
    await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: null });
    await page.setViewportSize({ width: 1280, height: 720 });
    // Move the pointer away from everything that reacts to it.
    await page.mouse.move(0, 0);
  }
}
