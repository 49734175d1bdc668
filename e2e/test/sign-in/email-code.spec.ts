import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { expect, otherBrowser, proceed, test as confirmingTest } from '../../src/fixtures/confirming-site-test.ts';
import { test } from '../../src/fixtures/site-test.ts';
import { newestCode, newestLink } from '../../src/people/inbox.ts';
import { newPerson } from '../../src/people/people.ts';
import { createAccountWithApp } from '../../src/people/second-factor.ts';
import { openCodeForm } from '../../src/people/sign-in-forms.ts';

test('the code of a mail logs in on another device, and then neither it nor the link works any more', async ({ page, browser, site, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST, /Link error:/);
  const { email, name } = await openCodeForm(page, site);
  const [code, link] = [await newestCode(site.backend.inboxUrl, email), await newestLink(site.backend.inboxUrl, email)];
  const phone = await otherBrowser(browser, site);
  await phone.goto('/login/code?next=/account');
  await phone.getByRole('button', { name: 'I already have a code' }).click();
  await phone.getByLabel('Email', { exact: true }).fill(email);
  // A complete code that arrives at once submits itself.
  await phone.getByLabel('Code', { exact: true }).fill(code);
  await expect(phone.getByLabel('Name', { exact: true })).toHaveValue(name);
  await expect(phone).toHaveURL('/account');
  await phone.context().close();

  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  expect(page.url()).not.toContain('token_hash');
  await proceed(page);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await page.getByRole('link', { name: 'Request a new code' }).click();
  await expect(page).toHaveURL('/login/code');
});

test('the link of the mail logs in on a press, and an account with a second factor asks for its code first', async ({ page, site }) => {
  const { person, app } = await createAccountWithApp(site);
  await page.goto('/login/code?next=/account');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.goto(await newestLink(site.backend.inboxUrl, person.email));
  await proceed(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(app.code());
  await expect(page).toHaveURL('/account');
});

confirmingTest('a person without an account gets one, with a name and a password of their choice', async ({ page, confirming }) => {
  const { email, name, password } = newPerson();
  await page.goto('/login/code');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code', { exact: true }).fill(await newestCode(confirming.backend.inboxUrl, email));
  await expect(page).toHaveURL('/update-password?next=%2Fworkspace');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set up account' }).click();
  await expect(page.getByRole('banner')).toContainText(name);
});
