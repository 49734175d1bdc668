import type { Page } from '@playwright/test';
import { expect, newMember, otherBrowser, proceed, test } from '../../src/fixtures/confirming-site-test.ts';
import { messagesTo, newestLink } from '../../src/people/inbox.ts';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { logIn, newPerson, signInFirst } from '../../src/people/people.ts';
import { test as siteTest } from '../../src/fixtures/site-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

/** Opens a mail link in the browser of a page, and redeems it. */
async function redeem(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(page).toHaveURL('/auth/confirm');
  await proceed(page);
}

/** Requests a change of address on its screen. Returns the new address. */
async function askForAnotherAddress(page: Page): Promise<string> {
  const wanted = newPerson().email;
  await page.goto('/account/email');
  await page.getByLabel('New email', { exact: true }).fill(wanted);
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText(`Open the link that we sent to ${wanted}`)).toBeVisible();
  return wanted;
}

test('an address changes when both links have been opened, each in any browser, and not before', SOAK, async ({ page, confirming: site, browser }) => {
  const person = await newMember(page, site);
  const wanted = await askForAnotherAddress(page);
  const other = await otherBrowser(browser, site);
  await redeem(other, await newestLink(site.backend.inboxUrl, wanted));
  await expect(other.getByRole('heading', { level: 1, name: 'One more link to open' })).toBeVisible();
  await page.goto('/account/email');
  await expect(page.getByRole('main').getByText(person.email, { exact: true })).toBeVisible();

  await redeem(page, await newestLink(site.backend.inboxUrl, person.email));
  await expect(page.getByRole('heading', { level: 1, name: 'Your email is changed' })).toBeVisible();
  await page.goto('/account/email');
  await expect(page.getByRole('main').getByText(wanted, { exact: true })).toBeVisible();
  await other.goto('/login?next=/account');
  await logIn(other, { ...person, email: wanted });
  await expect(other.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await other.context().close();
});

siteTest('where one link is enough, as under npm start, it changes the address and says so', async ({ page, site }) => {
  const { email } = await signInFirst(page, site);
  const wanted = await askForAnotherAddress(page);
  expect(await messagesTo(site.backend.inboxUrl, email)).toMatchObject([{ subject: 'Someone asked to change your email address' }]);
  await redeem(page, await newestLink(site.backend.inboxUrl, wanted));
  await expect(page.getByRole('heading', { level: 1, name: 'Your email is changed' })).toBeVisible();
  await expect(page.getByText(`You now log in with ${wanted}.`)).toBeVisible();
});

test('a used link for a change of address says so, and leads to the page that requests the change', SOAK, async ({ page, confirming: site, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST, /^error: Link error: /);
  await newMember(page, site);
  const link = await newestLink(site.backend.inboxUrl, await askForAnotherAddress(page));
  await redeem(page, link);
  await expect(page.getByRole('heading', { level: 1, name: 'One more link to open' })).toBeVisible();
  await redeem(page, link);
  await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible();
  await page.getByRole('link', { name: 'Request the change again' }).click();
  await expect(page).toHaveURL('/account/email');
});
