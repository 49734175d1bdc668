import { newestCode, newestLink } from './inbox.ts';
import { createAccount, logIn, newPerson, signInFirst, type Person } from './people.ts';
import type { Site } from '../site/site.ts';
import { createAccountWithApp } from './second-factor.ts';
import { expect, type Page } from '@playwright/test';

/** An open form of the sign-in. */
interface OpenForm {
  /** The texts to type, by the labels of the fields. */
  readonly typed: Readonly<Record<string, string>>;
  /** Expects that the submit succeeded. */
  readonly done: () => Promise<void>;
}

/** A form of the sign-in that sends a request to the auth service. */
export interface SignInForm {
  readonly open: (page: Page, site: Site) => Promise<OpenForm>;
  /** The name of the button. */
  readonly submit: string;
  /** Matches "METHOD URL" of the request that the submit sends. */
  readonly request: RegExp;
  /** Must not reveal whether an email address has an account. */
  readonly keepsAccountsSecret?: boolean;
}

const SAVE_USER = /^PUT .*\/auth\/v1\/user/;

/** Opens the reset link of a new account. In the session that it starts, the service does not require the current password. */
async function openResetLink(page: Page, site: Site): Promise<Person> {
  const person = newPerson();
  await createAccount(site, person);
  await page.goto('/reset-password');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await page.goto(await newestLink(site.backend.inboxUrl, person.email));
  return person;
}

async function redeem(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/update-password');
}

/** Requests the mailed code of a new account. */
export async function openCodeForm(page: Page, site: Site): Promise<Person> {
  const person = newPerson();
  await createAccount(site, person);
  await page.goto('/login/code');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  return person;
}

/** The forms by their paths. */
export const SIGN_IN_FORMS: Readonly<Record<string, SignInForm>> = {
  '/login': {
    submit: 'Log in',
    request: /^POST .*\/auth\/v1\/token\?grant_type=password/,
    async open(page, site) {
      const person = newPerson();
      await createAccount(site, person);
      await page.goto('/login');
      return { typed: { Email: person.email, Password: person.password }, done: () => expect(page).toHaveURL('/workspace') };
    },
  },
  '/register': {
    submit: 'Create account',
    request: /^POST .*\/auth\/v1\/signup/,
    async open(page) {
      const { name, email, password } = newPerson();
      await page.goto('/register');
      return { typed: { Name: name, Email: email, Password: password }, done: () => expect(page.getByRole('banner')).toContainText(name) };
    },
  },
  '/reset-password': {
    submit: 'Send reset link',
    request: /^POST .*\/auth\/v1\/recover/,
    keepsAccountsSecret: true,
    async open(page) {
      const { email } = newPerson();
      await page.goto('/reset-password');
      return { typed: { Email: email }, done: () => expect(page.getByRole('status').filter({ hasText: email })).toBeVisible() };
    },
  },
  '/auth/confirm': {
    submit: 'Continue',
    request: /^POST .*\/auth\/v1\/verify/,
    async open(page, site) {
      await openResetLink(page, site);
      return { typed: {}, done: () => expect(page).toHaveURL('/update-password') };
    },
  },
  '/update-password': {
    submit: 'Save password',
    request: SAVE_USER,
    async open(page, site) {
      const { password } = await openResetLink(page, site);
      await redeem(page);
      return {
        typed: { 'New password': `${password} renewed` },
        done: () => expect(page.getByRole('heading', { name: 'Your new password is saved' })).toBeFocused(),
      };
    },
  },
  '/login/code': {
    submit: 'Log in',
    request: /^POST .*\/auth\/v1\/verify/,
    async open(page, site) {
      const { email } = await openCodeForm(page, site);
      return { typed: { Code: await newestCode(site.backend.inboxUrl, email) }, done: () => expect(page).toHaveURL('/workspace') };
    },
  },
  '/login/verify': {
    submit: 'Verify',
    request: /^POST .*\/auth\/v1\/factors\/[^/]+\/verify/,
    async open(page, site) {
      const { person, app } = await createAccountWithApp(site);
      await page.goto('/login?next=/account');
      await logIn(page, person);
      await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
      return { typed: { Code: app.code() }, done: () => expect(page).toHaveURL('/account') };
    },
  },
  '/account': {
    submit: 'Save',
    request: SAVE_USER,
    async open(page, site) {
      await signInFirst(page, site);
      await page.goto('/account');
      // A test that advances the clock would end the requests of the section that loads last.
      await expect(page.getByRole('main').getByRole('link', { name: 'New board' })).toBeVisible();
      return { typed: { Name: 'Countess of Lovelace' }, done: () => expect(page.getByRole('banner')).toContainText('Countess of Lovelace') };
    },
  },
  '/account/email': {
    submit: 'Change email',
    request: SAVE_USER,
    async open(page, site) {
      await signInFirst(page, site);
      const { email } = newPerson();
      await page.goto('/account/email');
      return { typed: { 'New email': email }, done: () => expect(page.getByRole('status').filter({ hasText: email })).toBeVisible() };
    },
  },
};

/** Fills in the fields of an open form. */
export async function fillForm(page: Page, { typed }: OpenForm): Promise<void> {
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text);
}
