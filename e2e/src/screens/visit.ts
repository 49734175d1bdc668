import { expect, type Locator, type Page } from '@playwright/test';
import type { Site } from '../site/site.ts';
import type { Cast, MembersPlaces } from './screen-accounts.ts';
import type { Language, Say } from './site-texts.ts';

/** A page in which a screen is brought about, in one language. Everything is named in English, as in the message files. */
export class Stage {
  readonly page: Page;
  readonly site: Site;
  readonly say: Say;
  readonly language: Language;
  readonly #cast: Cast;

  constructor({ page, site, say, cast, language }: { page: Page; site: Site; say: Say; cast: Cast; language: Language }) {
    this.page = page;
    this.site = site;
    this.say = say;
    this.#cast = cast;
    this.language = language;
  }

  /** Where the member's boards are. */
  places(): Promise<MembersPlaces> {
    return this.#cast.placesOf(this.language);
  }

  /** Opens an address, and waits for the heading of its page. */
  async open(path: string, heading: string, values?: Readonly<Record<string, string>>): Promise<void> {
    // What hangs on purpose holds the load event back.
    await this.page.goto(path, { waitUntil: 'commit' });
    await this.arrive(heading, values);
  }

  /** Waits for the heading of a page. */
  async arrive(heading: string, values?: Readonly<Record<string, string>>): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(this.say(heading, values), { timeout: 20_000 });
  }

  /** A button of the page, not of the header. */
  button(name: string, values?: Readonly<Record<string, string>>): Locator {
    return this.page.getByRole('main').getByRole('button', { name: this.say(name, values), exact: true });
  }

  /** A field by its label. */
  field(label: string): Locator {
    return this.page.getByRole('main').getByLabel(this.say(label), { exact: true });
  }

  /** Waits until a text is there. */
  async read(text: string, values?: Readonly<Record<string, string>>): Promise<void> {
    await expect(this.page.getByText(this.say(text, values), { exact: false }).first()).toBeVisible();
  }

  /** Lets requests to a service wait for ever. */
  async hold(address: RegExp): Promise<void> {
    await this.page.route(address, () => undefined);
  }

  /** Answers requests in the place of whoever would. */
  async answer(address: RegExp, json: object, status = 200): Promise<void> {
    // Browsers show a page of another origin nothing of an answer without it.
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    await this.page.route(address, (route) => route.fulfill({ status, headers, json }));
  }
}
