import type { Page } from '@playwright/test';
import { Authenticator } from './authenticator.ts';
import { createAccount, giveSession, logIn, newAccount, newPerson, type Account, type GivenSession, type Person } from './people.ts';
import type { Site } from '../site/site.ts';
import { Service } from './person-api.ts';
import { expect } from '../fixtures/site-test.ts';

/** Somebody whose account takes the code of an authenticator app. */
export interface PersonWithApp {
  readonly person: Person;
  readonly app: Authenticator;
}

/** Creates an account with an authenticator app without the site. Gives back a session for which the code was given, too. */
export async function createAccountWithApp(
  site: Pick<Site, 'backend'>,
  account?: Account,
): Promise<PersonWithApp & { readonly session: GivenSession; readonly factor: string }> {
  const { person, session } = account ?? (await newAccount(site));
  const service = new Service(site, session);
  const { id, totp } = await service.enrolApp('');
  const app = new Authenticator(totp.secret);
  return { person, app, factor: id, session: await service.verifyFactor(id, app.code()) };
}

/** Lets the browser of a page have the session of a new account with an authenticator app, before the first page is opened. */
export async function signInWithApp(page: Page, site: Pick<Site, 'backend'>, account?: Account): Promise<PersonWithApp> {
  const { session, ...withApp } = await createAccountWithApp(site, account);
  await giveSession(page, site, JSON.stringify(session));
  return withApp;
}

/** Logs a new person in and sets an authenticator app up on the security page. */
export async function addApp(page: Page, site: Site): Promise<PersonWithApp> {
  const person = newPerson();
  await createAccount(site, person);
  await page.goto('/login?next=/account/security');
  await logIn(page, person);
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toHaveAttribute('src', /^data:image\/svg\+xml/);
  const secret = await page.getByRole('main').locator('code').innerText();
  const app = new Authenticator(secret);
  await giveCode(page, app.code());
  await expect(page.getByRole('listitem').filter({ hasText: 'Authenticator app' })).toBeVisible();
  return { person, app };
}

/** Types a code and sends it. Digit by digit: one that is filled in as a whole is sent at once. */
export async function giveCode(page: Page, code: string): Promise<void> {
  const field = page.getByLabel('Code', { exact: true });
  await field.fill('');
  await field.pressSequentially(code);
  await page.getByRole('button', { name: 'Verify' }).click();
}
