import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { expect, newMember, otherBrowser, proceed, test } from '../../src/fixtures/confirming-site-test.ts';
import { newestLink } from '../../src/people/inbox.ts';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { fillRegistration, logOut, newPerson, type Person } from '../../src/people/people.ts';
import type { Site } from '../../src/site/site.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

/** The console messages for a refused request, from Chromium and from the site. */
const REFUSED = [FAILED_REQUEST, /^error: Link error: /];

async function askForReset(page: Page, email: string): Promise<void> {
  await page.goto('/reset-password');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible();
}

/** A person with an account who is logged out in this browser. */
async function member(page: Page, site: Site): Promise<Person> {
  const person = await newMember(page, site);
  await logOut(page);
  return person;
}

/** The link that the default templates would have in the newest mail. The service redeems it and redirects the browser. */
async function stockLink({ backend, url }: Site, email: string, type: string): Promise<string> {
  const link = new URL(await newestLink(backend.inboxUrl, email));
  const query = new URLSearchParams({ token: link.searchParams.get('token_hash') ?? '', type, redirect_to: link.searchParams.get('next') ?? url });
  return `${backend.apiUrl}/auth/v1/verify?${query.toString()}`;
}

/** The default link of a reset that was sent from the project's dashboard. It leads to the start page. */
async function dashboardLink(site: Site, email: string): Promise<string> {
  await askService(site, 'recover', { email });
  const link = new URL(await stockLink(site, email, 'recovery'));
  expect(link.searchParams.get('token')).not.toContain('pkce_');
  link.searchParams.set('redirect_to', site.url);
  return link.href;
}

/** Registers over the API. */
async function signUp(site: Site, { email, password, name }: Person): Promise<void> {
  await askService(site, 'signup', { email, password, data: { name } });
}

async function askService({ backend }: Site, path: string, body: unknown): Promise<Response> {
  return fetch(`${backend.apiUrl}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Chooses a password and follows the link to the next page. */
async function choosePassword(page: Page, password: string): Promise<void> {
  await expect(page.getByText('entered in another browser before you confirmed this address no longer works')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set up account' }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
}

async function codeOfLogIn(site: Site, { email, password }: Pick<Person, 'email' | 'password'>): Promise<unknown> {
  const response = await askService(site, 'token?grant_type=password', { email, password });
  return v.parse(v.object({ error_code: v.optional(v.string()) }), await response.json()).error_code;
}

test('an account that someone else registered with the address of the owner belongs to the owner alone', async ({ page, confirming: site, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST, /^error: Registration error: .*over_email_send_rate_limit/);
  const owner = newPerson();
  const attacker = { ...owner, name: 'Mallory', password: 'password of an attacker' };
  await signUp(site, attacker);
  expect(await codeOfLogIn(site, attacker)).toBe('email_not_confirmed');

  await page.goto('/register?next=/account/security');
  // The service sends at most one mail per second to an address.
  const sent = page.getByRole('heading', { name: 'Check your email' });
  await expect(async () => {
    // The response to the last attempt can be late.
    if (!(await sent.isVisible())) await fillRegistration(page, owner);
    await expect(sent).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.goto(await newestLink(site.backend.inboxUrl, owner.email));
  await proceed(page);
  await expect(page).toHaveURL('/update-password?next=%2Faccount%2Fsecurity');
  await expect(page.getByRole('banner')).not.toContainText('Mallory');
  expect(await codeOfLogIn(site, attacker)).toBe('invalid_credentials');
  await choosePassword(page, owner.password);
  await expect(page).toHaveURL('/account/security');
  expect(await codeOfLogIn(site, attacker)).toBe('invalid_credentials');
  expect(await codeOfLogIn(site, owner)).toBeUndefined();
});

test('a confirmation in another browser asks for the password there, and leads to the page that the person wanted', async ({ page, confirming: site, browser }) => {
  await page.goto('/account/security?from=invitation');
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByRole('main').getByRole('link', { name: 'Create account' }).click();
  const person = newPerson();
  await fillRegistration(page, person);
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  const other = await otherBrowser(browser, site);
  await other.goto(await newestLink(site.backend.inboxUrl, person.email));
  await expect(other).toHaveURL('/auth/confirm');
  await proceed(other);
  await choosePassword(other, person.password);
  await expect(other).toHaveURL('/account/security?from=invitation');
  await expect(other.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible();
  await other.context().close();
});

test('a default confirmation link leads there too, and in another browser leads through a reset', SOAK, async ({ page, confirming: site, browser, consoleMessages }) => {
  consoleMessages.allow(...REFUSED);
  const [here, elsewhere] = [newPerson(), newPerson()];
  for (const person of [here, elsewhere]) {
    await page.goto('/register?next=/account/security');
    await fillRegistration(page, person);
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    if (person === elsewhere) continue;
    await page.goto(await stockLink(site, person.email, 'signup'));
    await expect(page).toHaveURL('/auth/confirm');
    await proceed(page);
    // The page never sees the token of a default link, so it cannot confirm the password.
    await choosePassword(page, person.password);
    await expect(page).toHaveURL('/account/security');
    await logOut(page);
  }
  const other = await otherBrowser(browser, site);
  await other.goto(await stockLink(site, elsewhere.email, 'signup'));
  await proceed(other);
  await expect(other.getByText('only in the browser that requested it')).toBeVisible();
  await expect(other.getByRole('main').getByRole('link', { name: 'Log in' })).toHaveAttribute('href', /next=%2Faccount%2Fsecurity/);
  expect(await codeOfLogIn(site, elsewhere)).toBe('invalid_credentials');
  await expect(other.getByRole('link', { name: 'Forgot your password?' })).toBeVisible();
  await other.context().close();
});

test('a default reset link works once, in the browser that requested it, and another browser explains that', SOAK, async ({ page, confirming: site, browser, consoleMessages }) => {
  consoleMessages.allow(...REFUSED);
  const person = await member(page, site);
  await askForReset(page, person.email);
  const stock = await stockLink(site, person.email, 'recovery');
  await page.goto(stock);
  await expect(page).toHaveURL('/auth/confirm');
  await proceed(page);
  await expect(page).toHaveURL('/update-password');
  await page.goBack();
  expect(page.url()).not.toMatch(/code=|token/);
  await page.goto(stock);
  await expect(page).toHaveURL('/auth/confirm');
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();

  const other = await otherBrowser(browser, site);
  const another = await member(other, site);
  await askForReset(page, another.email);
  await other.goto(await stockLink(site, another.email, 'recovery'));
  await expect(other).toHaveURL('/auth/confirm');
  await proceed(other);
  await expect(other.getByText('only in the browser that requested it')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Send a new link' })).toBeVisible();
  await other.context().close();
});

test('a default link that a mail scanner has used, or that is forged, is explained', SOAK, async ({ page, confirming: site }) => {
  const person = await member(page, site);
  await askForReset(page, person.email);
  const stock = await stockLink(site, person.email, 'recovery');
  await fetch(stock, { redirect: 'manual' });
  const forged = `${site.backend.apiUrl}/auth/v1/verify?${new URLSearchParams({ token: 'f'.repeat(56), type: 'recovery', redirect_to: `${site.url}/auth/confirm?type=recovery` }).toString()}`;
  for (const link of [stock, forged]) {
    await page.goto(link);
    await expect(page).toHaveURL('/auth/confirm');
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send a new link' })).toBeVisible();
  }
});

test('a default mail sent from the dashboard leads to the start page, and its link is redeemed or explained there', SOAK, async ({ page, confirming: site }) => {
  const person = await member(page, site);
  const proceeds = page.getByRole('button', { name: 'Continue' });
  const code = crypto.randomUUID();
  for (const link of ['/workspace?token_hash=hush&type=recovery', `/workspace?code=${code}`, '/account#access_token=hush&refresh_token=hush', '/no-such-page#access_token=hush&refresh_token=hush']) {
    await page.goto(link);
    await expect(proceeds).toBeVisible();
    await expect(page).toHaveURL('/auth/confirm');
    expect(await page.evaluate(() => JSON.stringify([history.state, { ...sessionStorage }, { ...localStorage }]))).not.toMatch(new RegExp(`hush|${code}`));
  }
  const stock = await dashboardLink(site, person.email);
  await page.goto(stock);
  await expect(page).toHaveURL('/auth/confirm');
  await proceed(page);
  await expect(page).toHaveURL('/update-password');
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
  await page.goto(stock);
  await expect(page).toHaveURL('/auth/confirm');
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();

  // A link of another account warns before it replaces the session.
  const other = newPerson();
  await signUp(site, other);
  await page.goto(await dashboardLink(site, other.email));
  await expect(page.getByRole('status')).toHaveText(`You are logged in as ${person.email}. If this link belongs to another account, Continue logs you out and opens that account.`);
});
