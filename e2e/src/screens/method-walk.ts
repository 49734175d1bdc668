import { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { accessibilityProblems } from '../checks/accessibility.ts';
import { layoutProblems } from '../checks/layout-problems.ts';
import type { Authenticator } from '../people/authenticator.ts';
import type { Person } from '../people/people.ts';
import type { Site } from '../site/site.ts';
import { finishAnimations } from './every-screen.ts';
import type { ScreenAccounts } from './screen-accounts.ts';
import { siteTexts, type Language } from './site-texts.ts';
import { Visit } from './visit.ts';

/** The sizes of a phone and of a desktop window. */
export const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;

/** The locale of a browser whose user reads a language. */
export function localeOf(language: Language): string {
  return language === 'en' ? 'en-GB' : language;
}

/** A password that no account of a test has. */
export const WRONG_PASSWORD = 'not the password';

/** A text of several English words: names, addresses and brands on the screens of the walk have fewer. */
const ENGLISH = /[a-z]+(?: [a-z]+){2,}/i;

/** The developer's page that replaces a provider's. It is in English only. */
class ProviderPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async continueAs({ email, name }: Pick<Person, 'email' | 'name'>): Promise<void> {
    await this.#page.getByLabel('Email', { exact: true }).fill(email);
    await this.#page.getByLabel('Name', { exact: true }).fill(name);
    await this.#page.getByRole('button', { name: 'Continue' }).click();
  }

  async cancel(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Cancel' }).click();
  }
}

/**
 * A user who walks through the sign-in in one language and checks every step. Its methods take the English texts of the message files.
 */
export class MethodWalk extends Visit {
  readonly provider: ProviderPage;

  constructor(options: { readonly page: Page; readonly site: Site; readonly accounts: ScreenAccounts; readonly language: Language }) {
    super({ ...options, say: siteTexts(options.language), inPlace: false, afterPopups: false });
    this.provider = new ProviderPage(options.page);
  }

  /** The dialog with a heading. */
  dialog(heading: string, values?: Readonly<Record<string, string>>): Locator {
    const name = this.say(heading, values);
    return this.page.getByRole('dialog', { name, exact: true }).or(this.page.getByRole('alertdialog', { name, exact: true }));
  }

  /** A button in a dialog. */
  buttonIn(dialog: Locator, name: string, values?: Readonly<Record<string, string>>): Locator {
    return dialog.getByRole('button', { name: this.say(name, values), exact: true });
  }

  /** A field in a dialog. */
  fieldIn(dialog: Locator, label: string): Locator {
    return dialog.getByLabel(this.say(label), { exact: true });
  }

  /** A link of the page, not of the header. */
  link(name: string): Locator {
    return this.page.getByRole('main').getByRole('link', { name: this.say(name), exact: true });
  }

  /** The items of a list. */
  items(list: string): Locator {
    return this.page.getByRole('list', { name: this.say(list), exact: true }).getByRole('listitem');
  }

  /** Fills in fields, by their labels, and presses a button: of a dialog, if one is given, else of the page. */
  async submit(typed: Readonly<Record<string, string>>, button: string, dialog?: Locator): Promise<void> {
    for (const [label, text] of Object.entries(typed)) await (dialog ? this.fieldIn(dialog, label) : this.field(label)).fill(text);
    await (dialog ? this.buttonIn(dialog, button) : this.button(button)).click();
  }

  /** Replaces the code in a field, and submits it without waiting until it submits itself. */
  async giveCode(field: Locator, code: string): Promise<void> {
    await field.fill(code);
    await field.press('Enter');
  }

  /** Waits for the heading of a page, which has no defects. */
  async reached(heading: string, step: string): Promise<void> {
    await this.arrive(heading);
    await this.check(step);
  }

  /** Expects that the page says why the last attempt failed, and has no defects. */
  async refused(reason: string, step: string): Promise<void> {
    await this.read(reason);
    await this.check(step);
  }

  /** Expects that the page shown now has no defects: layout, accessibility, a title in the language, and no English text in Arabic. */
  async check(step: string): Promise<void> {
    const { page, say, language } = this;
    const what = `${step} in ${language}, ${String(page.viewportSize()?.width)} px`;
    const heading = page.getByRole('heading', { level: 1, includeHidden: true });
    await expect(heading, what).toHaveCount(1);
    await expect.soft(page, what).toHaveTitle(say('{title} · Atrium', { title: ((await heading.textContent()) ?? '').trim() }));
    await expect(page.getByText(say('Loading…')), what).toHaveCount(0);
    await finishAnimations(page);
    await expect.configure({ soft: true }).poll(() => layoutProblems(page), { message: `layout: ${what}` }).toEqual([]);
    expect.soft(await accessibilityProblems(page), what).toEqual([]);
    if (language === 'ar') expect.soft(await page.locator('body').innerText(), `untranslated: ${what}`).not.toMatch(ENGLISH);
  }

  /** Enters a wrong and the right password, then a wrong and the right code, in a dialog that asks for them. */
  async proveIdentity(dialog: Locator, submit: string, { password }: Pick<Person, 'password'>, app: Authenticator): Promise<void> {
    await expect(this.fieldIn(dialog, 'Password')).toBeFocused();
    await this.check('password wanted');
    await this.submit({ Password: WRONG_PASSWORD }, submit, dialog);
    await this.refused('Wrong password. Check it for typos, then try again.', 'wrong password');
    await this.submit({ Password: password }, submit, dialog);
    const code = this.fieldIn(dialog, 'Code');
    await expect(code).toBeFocused();
    await this.check('code wanted');
    await this.giveCode(code, app.wrongCode());
    await this.refused('Wrong code. Check that your device shows the right time, then enter the newest code.', 'wrong code');
    await expect(code).toBeFocused();
    await this.giveCode(code, app.code());
    await expect(dialog).toBeHidden();
  }

  /** Logs out through the user menu. */
  async logOut(): Promise<void> {
    await this.page.getByRole('banner').locator('[aria-haspopup=menu]').click();
    await this.page.getByRole('menuitem', { name: this.say('Log out'), exact: true }).click();
    await expect(this.page.getByRole('banner').getByRole('link', { name: this.say('Log in'), exact: true })).toBeVisible();
  }

  /** Chooses an action in the menu of an item of the settings. */
  async choose(action: string, item: string): Promise<void> {
    await this.button('More actions for {name}', { name: item }).click();
    await this.page.getByRole('menuitem', { name: this.say(action) }).click();
  }
}

/** A context of another device of the same user. */
export function otherDevice(browser: Browser, { url }: Site, { language, page }: MethodWalk): Promise<BrowserContext> {
  return browser.newContext({ baseURL: url, locale: localeOf(language), viewport: page.viewportSize(), reducedMotion: 'reduce' });
}
