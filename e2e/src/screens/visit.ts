import { expect, type Locator, type Page } from '@playwright/test';
import { sessionKey } from '../people/people.ts';
import type { Site } from '../site/site.ts';
import type { MemberPaths, ScreenAccounts } from './screen-accounts.ts';
import type { Language, Say } from './site-texts.ts';

/** A path without a page. */
const NOWHERE = '/nowhere';

const POPUPS = '[role=menu], [role=listbox], [role=dialog], [role=alertdialog]';

interface VisitOptions {
  readonly page: Page;
  readonly site: Site;
  readonly say: Say;
  readonly accounts: ScreenAccounts;
  readonly language: Language;
  readonly inPlace: boolean;
  readonly afterPopups: boolean;
}

/** A page on which a screen is opened, in one language. Its methods take the English texts of the message files. */
export class Visit {
  readonly page: Page;
  readonly site: Site;
  /** Translates an English text of the site. */
  readonly say: Say;
  readonly language: Language;
  readonly #accounts: ScreenAccounts;
  readonly #inPlace: boolean;
  readonly #afterPopups: boolean;

  /**
   * @param options `inPlace` opens the screen in the present document, which shows a page of the site; `afterPopups` says that the
   * page is as it was when it was opened, except for open popups
   */
  constructor({ page, site, say, accounts, language, inPlace, afterPopups }: VisitOptions) {
    this.page = page;
    this.site = site;
    this.say = say;
    this.#accounts = accounts;
    this.language = language;
    this.#inPlace = inPlace;
    this.#afterPopups = afterPopups;
  }

  /** The paths of the member's boards. */
  memberPaths(): Promise<MemberPaths> {
    return this.#accounts.memberPaths(this.language);
  }

  /** Lets the viewer's log-in look older, before the first document is opened. The stored expiry is how the site knows the service's clock. */
  async ageLogIn(minutes: number): Promise<void> {
    await this.page.evaluate(
      ({ key, seconds }) => {
        const session = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
        // A new token lives for an hour. By the clock of the page, which pictures stop.
        localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + 3600 - seconds }));
      },
      { key: sessionKey(this.site), seconds: minutes * 60 },
    );
  }

  /** Opens a URL and waits for the heading of its page. */
  async open(path: string, heading: string, values?: Readonly<Record<string, string>>): Promise<void> {
    const { pathname, search } = new URL(this.page.url());
    if (this.#inPlace && this.#afterPopups && path === pathname + search) {
      await this.#closePopups();
    } else if (this.#inPlace) {
      // A page that stays in place keeps its state, so each screen comes from a page without one.
      await this.#go(NOWHERE);
      await this.arrive('Page not found');
      await this.#go(path);
    } else {
      // A screen can hold requests back, and the load event would wait for them.
      await this.page.goto(path, { waitUntil: 'commit' });
    }
    await this.arrive(heading, values);
  }

  async #closePopups(): Promise<void> {
    const popups = this.page.locator(POPUPS);
    // Escape closes the topmost one.
    for (let open = await popups.count(); open > 0; open = await popups.count()) {
      await this.page.keyboard.press('Escape');
      await expect(popups, 'open popups of the last screen').not.toHaveCount(open);
    }
  }

  /** Changes the path in the same document, as the browser does when its user goes back and forward. */
  async #go(path: string): Promise<void> {
    await this.page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
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

  /** Waits until a text is visible. */
  async read(text: string, values?: Readonly<Record<string, string>>): Promise<void> {
    await expect(this.page.getByText(this.say(text, values), { exact: false }).first()).toBeVisible();
  }

  /** Leaves matching requests without a response. */
  async hold(address: RegExp): Promise<void> {
    await this.page.route(address, () => undefined);
  }

  /** Responds to matching requests in place of the server. */
  async respond(address: RegExp, json: object, status = 200): Promise<void> {
    // Without these headers, the browser hides a response from another origin.
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    await this.page.route(address, (route) => route.fulfill({ status, headers, json }));
  }
}
