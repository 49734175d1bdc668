import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { sessionKey } from '../people/people.ts';
import type { Site } from '../site/site.ts';
import type { Cast } from './screen-accounts.ts';
import type { Screen, Viewer } from './screen.ts';
import { siteTexts, type Language } from './site-texts.ts';
import { Stage } from './visit.ts';

interface House {
  readonly browser: Browser;
  readonly site: Site;
  readonly cast: Cast;
  readonly language: Language;
  /** Called with each new browser before its first page is opened. */
  readonly prepare?: (context: BrowserContext) => Promise<void>;
}

/**
 * Shows screens in one language, one after the other in the same page: it keeps the compiled code of the site, which makes
 * each screen several times cheaper than in a page of its own. Nothing else of a screen is left for the next one.
 */
export class Theatre {
  readonly #house: House;
  readonly #say;
  #page: Promise<Page> | undefined;

  constructor(house: House) {
    this.#house = house;
    this.#say = siteTexts(house.language);
  }

  /** Opens a screen, then calls `look` with it. */
  async show(screen: Screen, look: (stage: Stage) => Promise<void>): Promise<void> {
    const page = await (this.#page ??= this.#open());
    await this.#prepare(page, screen.viewer);
    const { site, cast, language } = this.#house;
    const stage = new Stage({ page, site, cast, language, say: this.#say });
    await screen.show(stage);
    // The last thing to come, on whatever page; hidden while something is still read.
    await expect(page.getByRole('region', { name: this.#say('Preferences'), includeHidden: true })).toBeAttached();
    await look(stage);
  }

  async close(): Promise<void> {
    await (await this.#page)?.context().close();
  }

  async #open(): Promise<Page> {
    const { browser, site, language, prepare } = this.#house;
    const context = await browser.newContext({ baseURL: site.url, locale: language, timezoneId: 'UTC' });
    await prepare?.(context);
    return context.newPage();
  }

  /** Takes away what the last screen left, and signs the viewer in. */
  async #prepare(page: Page, viewer: Viewer): Promise<void> {
    const { site, cast, language } = this.#house;
    const session = await cast.sessionOf(viewer, language);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // An empty document of the site's origin, to which the storage belongs.
    await page.route('/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto('/empty');
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
    // Nothing is pointed at.
    await page.mouse.move(0, 0);
  }
}
