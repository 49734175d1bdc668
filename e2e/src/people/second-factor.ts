import { Authenticator } from './authenticator.ts';
import { createAccount, giveSession, logIn, newAccount, newPerson, type Account, type GivenSession, type Person } from './people.ts';
import type { Site } from '../site/site.ts';
import { PersonApi } from './person-api.ts';
import { expect, type Page } from '@playwright/test';

/** A person whose account has an authenticator app. */
interface PersonWithApp {
  readonly person: Person;
  readonly app: Authenticator;
}

/** Creates an account with an authenticator app over the API. Returns a session after the code, too. */
export async function createAccountWithApp(
  site: Pick<Site, 'backend'>,
  account?: Account,
): Promise<PersonWithApp & { readonly session: GivenSession; readonly factor: string }> {
  const { person, session } = account ?? (await newAccount(site));
  const api = new PersonApi(site, session);
  const { id, totp } = await api.enrolApp('');
  const app = new Authenticator(totp.secret);
  return { person, app, factor: id, session: await api.verifyFactor(id, app.code()) };
}

/** Signs in to a new account with an authenticator app, in the browser of this page. Call it before the first page is opened. */
export async function signInWithApp(page: Page, site: Pick<Site, 'backend'>, account?: Account): Promise<PersonWithApp> {
  const { session, ...withApp } = await createAccountWithApp(site, account);
  await giveSession(page, site, JSON.stringify(session));
  return withApp;
}

/** Logs a new person in and adds an authenticator app on the security page. */
export async function addApp(page: Page, site: Site): Promise<PersonWithApp> {
  const person = newPerson();
  await createAccount(site, person);
  await page.goto('/login?next=/account/security');
  await logIn(page, person);
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toHaveAttribute('src', /^data:image\/svg\+xml/);
  const secret = await page.getByRole('main').locator('code').innerText();
  const app = new Authenticator(secret);
  await giveCode(page, app.code());
  await expect(page.getByRole('list', { name: 'Two-step verification' }).getByText('Authenticator app')).toBeVisible();
  return { person, app };
}

/** Types a code digit by digit, and submits it without waiting until it submits itself. */
export async function giveCode(page: Page, code: string): Promise<void> {
  const field = page.getByLabel('Code', { exact: true });
  await field.fill('');
  await field.pressSequentially(code);
  await field.press('Enter');
}

/** Opens the question whether to remove a factor, on the security page. */
export async function askRemoval(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: `Remove ${name}` }).click();
}
