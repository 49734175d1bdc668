import type { Browser, BrowserContext } from '@playwright/test';
import { giveSession } from '../people.ts';
import type { RunningSite } from '../running-site.ts';
import { expect, test as siteTest } from '../site-test.ts';
import { Cast } from './cast.ts';
import type { Screen, Viewer } from './screen.ts';
import { siteTexts, type Language } from './site-texts.ts';
import { Stage } from './stage.ts';

/** Tests that look at screens; the people who look are made once for each worker's site. */
export const test = siteTest.extend<object, { cast: Cast }>({
  cast: [({ site }, provide) => provide(new Cast(site)), { scope: 'worker' }],
});

interface House {
  readonly browser: Browser;
  readonly site: RunningSite;
  readonly cast: Cast;
  readonly language: Language;
  /** Called with each new browser before its first page is opened. */
  readonly prepare?: (context: BrowserContext) => Promise<void>;
}

/**
 * Shows screens in one language. All of a viewer share a browser with what it has cached; each has a page of its own, so
 * that nothing of another screen is left in it.
 */
export class Theatre {
  readonly #house: House;
  readonly #contexts = new Map<Viewer, BrowserContext>();
  readonly #say;

  constructor(house: House) {
    this.#house = house;
    this.#say = siteTexts(house.language);
  }

  /** Brings a screen about, lets somebody look at it, and closes it. */
  async show(screen: Screen, look: (stage: Stage) => Promise<void>): Promise<void> {
    const page = await (await this.#contextOf(screen.viewer)).newPage();
    const { site, cast, language } = this.#house;
    const stage = new Stage({ page, site, cast, language, say: this.#say });
    await screen.show(stage);
    // The last thing to come, on whatever page; hidden while something is still read.
    await expect(page.getByRole('region', { name: this.#say('Preferences'), includeHidden: true })).toBeAttached();
    await look(stage);
    await page.close();
  }

  async close(): Promise<void> {
    for (const context of this.#contexts.values()) await context.close();
  }

  async #contextOf(viewer: Viewer): Promise<BrowserContext> {
    const known = this.#contexts.get(viewer);
    if (known) return known;
    const { browser, site, cast, language, prepare } = this.#house;
    const context = await browser.newContext({ baseURL: site.url, locale: language, timezoneId: 'UTC' });
    this.#contexts.set(viewer, context);
    const session = await cast.sessionOf(viewer, language);
    if (session) await giveSession(context, site, JSON.stringify(session));
    await prepare?.(context);
    return context;
  }
}
