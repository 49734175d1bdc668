import { expect, type Locator, type Page } from '@playwright/test';
import * as v from 'valibot';
import type { Site } from '../site/site.ts';

/** A user of the site, with or without an account. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

type SiteWithBackend = Pick<Site, 'backend'>;

/** The key under which supabase-js stores a session (specification 9.2). */
export function sessionKey({ backend }: SiteWithBackend): string {
  return `sb-${new URL(backend.apiUrl).hostname.split('.')[0] ?? ''}-auth-token`;
}

/** Lets the stored session expire, as after an hour. The next use of it asks for another token. */
export async function expireSession(page: Page, site: SiteWithBackend): Promise<void> {
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  }, sessionKey(site));
}

/** Milliseconds after which a visible tab checks again whether another device ended its session. */
export const SESSION_CHECK_INTERVAL = 15_000;

/** A session in a response of the auth service. */
export const sessionSchema = v.looseObject({ access_token: v.string(), refresh_token: v.string(), expires_at: v.number(), user: v.looseObject({ id: v.string() }) });

/** A session in a response of the auth service. */
export type GivenSession = v.InferOutput<typeof sessionSchema>;

let count = 0;

/** A person with a unique email address. */
export function newPerson(name = 'Ada Lovelace'): Person {
  count += 1;
  const unique = `${process.pid}-${Date.now().toString(36)}-${count}`;
  return { name, email: `person-${unique}@example.com`, password: `correct horse ${unique}` };
}

/** A German mobile phone number that no other test has. */
export function newPhoneNumber(): string {
  count += 1;
  return `+49151${String(Date.now()).slice(-6)}${String(count % 100).padStart(2, '0')}`;
}

/** The `User-Agent` of accounts that tests create over the API. The list of devices shows it. */
const COMPUTER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15';

/**
 * Creates an account over the API, for tests of other things than registration. Returns its first session.
 * @param metadata more metadata of the user than the name
 */
export async function createAccount({ backend }: SiteWithBackend, { name, email, password }: Person, metadata: Readonly<Record<string, unknown>> = {}): Promise<GivenSession> {
  const response = await fetch(`${backend.apiUrl}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json', 'user-agent': COMPUTER },
    body: JSON.stringify({ email, password, data: { ...metadata, name } }),
  });
  return v.parse(sessionSchema, await response.json());
}

/** A new account and its first session. */
export interface Account {
  readonly person: Person;
  readonly session: GivenSession;
}

/** Creates an account for a new person. */
export async function newAccount(site: SiteWithBackend, name?: string): Promise<Account> {
  const person = newPerson(name);
  return { person, session: await createAccount(site, person) };
}

/** Signs a new person in, in the browser of this page. Call it before the first page is opened. */
export async function signInFirst(page: Page, site: SiteWithBackend): Promise<Person> {
  const person = newPerson();
  await giveSession(page, site, JSON.stringify(await createAccount(site, person)));
  return person;
}

/** Stores a session text where the tab looks for its session. It does so once, so that a reload finds what the site stored. */
export async function giveSession(page: Pick<Page, 'addInitScript'>, site: SiteWithBackend, text: string): Promise<void> {
  await page.addInitScript(
    ({ key, value }) => {
      if (sessionStorage.getItem('given') !== null) return;
      sessionStorage.setItem('given', 'yes');
      localStorage.setItem(key, value);
    },
    { key: sessionKey(site), value: text },
  );
}

/** Fills in and submits the registration form of the open page. */
export async function fillRegistration(page: Page, { name, email, password }: Person): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
}

/** Fills in and submits the log-in form of the open page. */
export async function logIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
}

/** Opens the user menu. */
export async function openUserMenu(page: Page): Promise<Locator> {
  await page.getByRole('banner').locator('[aria-haspopup=menu]').click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  return menu;
}

/** Logs out through the user menu. */
export async function logOut(page: Page): Promise<void> {
  const menu = await openUserMenu(page);
  await menu.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
}
