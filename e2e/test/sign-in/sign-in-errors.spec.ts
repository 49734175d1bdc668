import { accessibilityProblems } from '../../src/checks/accessibility.ts';
import { openNewBoard } from '../../src/people/boards.ts';
import { newestLink } from '../../src/people/inbox.ts';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { createAccount, fillRegistration, logIn, newPerson, signInFirst } from '../../src/people/people.ts';
import { expect, outageTest, test } from '../../src/fixtures/site-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

test('a wrong password is explained, and the typed text stays', SOAK, async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST, /Login error:/);
  const person = newPerson();
  await createAccount(site, person);
  await page.goto('/login');
  await logIn(page, { email: person.email, password: 'not the password' });
  await expect(page.getByRole('alert')).toContainText('Wrong email or password');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the password');
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/workspace');
});

test('an address that is already registered is explained', async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST, /Registration error:/);
  const person = newPerson();
  await createAccount(site, person);
  await page.goto('/register');
  await fillRegistration(page, { ...person, name: 'Someone Else' });
  await expect(page.getByRole('main')).toContainText('There is an account with this email already. Log in, or ask for a reset link.');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Someone Else');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password);
});

test('a weak password is explained beside its field, and a better one is accepted', async ({ page, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST, /Registration error:/);
  const person = newPerson();
  await page.goto('/register');
  await fillRegistration(page, { ...person, password: 'abc' });
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toHaveAccessibleDescription(/at least \d+ characters/);
  await expect(password).toHaveValue('abc');
  await password.fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('banner')).toContainText(person.name);
});

test('empty fields are listed in a summary with links to them, and no request is sent', async ({ page, site }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(site.backend.apiUrl)) asked.push(request.url());
  });
  await page.goto('/register');
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
  const fields = { Name: 'Enter your name.', Email: 'Enter your email address.', Password: 'Enter a password.' };
  for (const [field, error] of Object.entries(fields)) {
    await expect(page.getByLabel(field, { exact: true })).toHaveAccessibleDescription(new RegExp(error));
  }
  await expect(page.getByRole('group', { name: 'Check these fields' })).toBeFocused();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await expect(page).toHaveURL(/\/register$/);
  expect(asked).toEqual([]);
});

outageTest('a note survives a backend that stops during writing, and is stored when the backend is back', SOAK, async ({ page, own: site, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST, /WebSocket connection to .* failed/, /blocked by CORS policy/);
  await signInFirst(page, site);
  await openNewBoard(page);
  await site.backend.stop();
  try {
    await expect(page.getByText(/live connection is interrupted/)).toBeVisible({ timeout: 20_000 });
    await page.getByLabel('Title').fill('An idea');
    await page.getByLabel('Note', { exact: true }).fill('that must not get lost');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByRole('main').getByText('Kept in this tab. It will be sent when you are back online.')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('that must not get lost')).toBeVisible();
  } finally {
    await site.backend.start();
  }
  await expect(page.getByRole('button', { name: 'Edit An idea' })).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('main').getByText('Kept in this tab.')).toBeHidden();
  await page.reload();
  await expect(page.getByText('that must not get lost')).toBeVisible();
});

test('an unreachable backend at log-in is explained, and a retry works', SOAK, async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST, /Login error:/);
  const person = newPerson();
  await createAccount(site, person);
  let down = true;
  await page.route(`${site.backend.apiUrl}/**`, (route) => (down ? route.abort('connectionrefused') : route.fallback()));
  await page.goto('/login');
  await logIn(page, person);
  await expect(page.getByRole('alert')).toContainText('no connection to the server');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password);
  down = false;
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/workspace');
});

/** The unit tests of the log-in page try more. */
const NEXT: Readonly<Record<string, string>> = {
  '/account?tab=1#name': '/account?tab=1#name',
  'https://evil.example/': '/workspace',
  '//evil.example/': '/workspace',
  '/\\evil.example': '/workspace',
  'javascript:alert(1)': '/workspace',
  '\t//evil.example': '/workspace',
};

test('log-in leads to the requested page, only on this site', async ({ page, site, context }) => {
  await signInFirst(page, site);
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Search' })).toBeVisible();
  const elsewhere: string[] = [];
  context.on('request', (request) => {
    if (![site.url, site.backend.apiUrl].includes(new URL(request.url()).origin)) elsewhere.push(request.url());
  });
  for (const [next, target] of Object.entries(NEXT)) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await expect(page, next).toHaveURL(target);
  }
  expect(elsewhere).toEqual([]);
});

test('a guarded page opens after the log-in that it led to', async ({ page, site }) => {
  const person = newPerson();
  await createAccount(site, person);
  await page.goto('/account?from=mail');
  await expect(page).toHaveURL('/login?next=%2Faccount%3Ffrom%3Dmail');
  await logIn(page, person);
  await expect(page).toHaveURL('/account?from=mail');
});

test('a reset request has the same result for a known and an unknown address', async ({ page, site }) => {
  const known = newPerson();
  await createAccount(site, known);
  const texts: string[] = [];
  for (const { email } of [known, newPerson()]) {
    await page.goto('/reset-password');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible();
    const main = await page.getByRole('main').innerText();
    texts.push(main.replaceAll(email, '…').replace(/\d+ s/, '… s'));
  }
  expect(texts[1]).toBe(texts[0]);
});

test('a used link says so and leads to a new one, and opening a link alone neither signs in nor uses it up', async ({ page, site, browser, consoleMessages }) => {
  consoleMessages.allow(FAILED_REQUEST, /Link error:/);
  const person = newPerson();
  await createAccount(site, person);
  await page.goto('/reset-password');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  const link = await newestLink(site.backend.inboxUrl, person.email);

  // A mail scanner opens it without pressing a button.
  const scanner = await (await browser.newContext()).newPage();
  await scanner.goto(link);
  await expect(scanner.getByRole('button', { name: 'Continue' })).toBeVisible();
  expect(scanner.url(), 'the secret has left the address bar').not.toContain('token_hash');
  await scanner.context().close();

  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/update-password');
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeFocused();
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  // Another one is sent a minute after the first.
  await expect(page.getByRole('button', { name: 'Send a new link' })).toHaveAttribute('aria-disabled', 'true');
});

test('a project without email accounts offers its other ways to log in', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  await page.evaluate(() => document.documentElement.setAttribute('data-sign-in', 'no-email passkey google'));
  await expect(page.getByLabel('Email', { exact: true })).toBeHidden();
  const card = page.getByRole('main');
  await expect(card.getByRole('button').filter({ visible: true })).toHaveText(['Use a passkey', 'Continue with Google']);
  await expect(card.getByRole('link', { name: 'Email me a log-in code' })).toBeHidden();
});

test('a project that takes no new accounts offers none', async ({ page }) => {
  const close = () => page.evaluate(() => document.documentElement.setAttribute('data-sign-in', 'no-sign-up'));
  const links = page.getByRole('link', { name: 'Create account' });
  await page.goto('/');
  // In the header and on the page.
  await expect(links).toHaveCount(2);
  await close();
  await expect(links).toHaveCount(0);
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in');
  await expect(links).toHaveCount(0);
  await page.goto('/register');
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  await close();
  await expect(page.getByText('Sign-up is closed at the moment. If you were invited, open the link in the email.')).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toBeHidden();
});
