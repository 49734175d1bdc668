import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { sessionKey } from '../people.ts';
import type { Site } from '../running-site.ts';
import type { Cast } from './cast.ts';
import type { Screen, Viewer } from './screen.ts';
import { siteTexts, type Language } from './site-texts.ts';
import { Stage } from './stage.ts';

interface House {
  readonly browser: Browser;
  readonly site: Site;
  readonly cast: Cast;
  readonly language: Language;
  /** Called with each new browser before its first page is opened. */
  readonly prepare?: (context: BrowserContext) => Promise<void>;
}

/**
 * Shows screens in one language. All viewers share a browser with what it has cached; each screen has a page of its own,
 * which begins with an empty storage, so that nothing of another screen is left in it.
 */
export class Theatre {
  readonly #house: House;
  readonly #say;
  #context: Promise<BrowserContext> | undefined;

  constructor(house: House) {
    this.#house = house;
    this.#say = siteTexts(house.language);
  }

  /** Brings a screen about, lets somebody look at it, and closes it. */
  async show(screen: Screen, look: (stage: Stage) => Promise<void>): Promise<void> {
    const page = await (await (this.#context ??= this.#open())).newPage();
    await this.#signIn(page, screen.viewer);
    const { site, cast, language } = this.#house;
    const stage = new Stage({ page, site, cast, language, say: this.#say });
    await screen.show(stage);
    // The last thing to come, on whatever page; hidden while something is still read.
    await expect(page.getByRole('region', { name: this.#say('Preferences'), includeHidden: true })).toBeAttached();
    await look(stage);
    await page.close();
  }

  async close(): Promise<void> {
    await (await this.#context)?.close();
  }

  async #open(): Promise<BrowserContext> {
    const { browser, site, language, prepare } = this.#house;
    const context = await browser.newContext({ baseURL: site.url, locale: language, timezoneId: 'UTC' });
    await prepare?.(context);
    return context;
  }

  async #signIn(page: Page, viewer: Viewer): Promise<void> {
    const { site, cast, language } = this.#house;
    const session = await cast.sessionOf(viewer, language);
    await page.addInitScript(
      ({ key, value }) => {
        if (sessionStorage.getItem('given') !== null) return;
        sessionStorage.setItem('given', 'yes');
        localStorage.clear();
        if (value !== null) localStorage.setItem(key, value);
      },
      { key: sessionKey(site), value: session && JSON.stringify(session) },
    );
  }
}
