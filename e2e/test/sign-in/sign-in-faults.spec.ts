import type { Page, Route } from '@playwright/test';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { fillForm, SIGN_IN_FORMS, type SignInForm } from '../../src/people/sign-in-forms.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { everyday } from '../../src/fixtures/soak-tag.ts';

/** Without these headers, the browser hides a response from another origin. */
const HEADERS = { 'access-control-allow-origin': '*' };

interface Fault {
  readonly respond: (route: Route) => Promise<void> | void;
  readonly says: RegExp;
  /** Milliseconds by which the page's clock has to advance until the failure shows. */
  readonly after?: number;
  /** The failure can depend on whether the address has an account. */
  readonly tellsOfAccount?: true;
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'status 500 with HTML': {
    respond: (route) => route.fulfill({ headers: HEADERS, status: 500, contentType: 'text/html', body: '<h1>nginx: upstream prematurely closed</h1>' }),
    says: /try again/i,
    tellsOfAccount: true,
  },
  'status 500 with JSON': {
    respond: (route) => route.fulfill({ headers: HEADERS, status: 500, json: { code: 500, error_code: 'unexpected_failure', msg: 'pq: relation "users" is gone' } }),
    says: /The server is having problems.*try again/,
    tellsOfAccount: true,
  },
  'status 503': {
    respond: (route) => route.fulfill({ headers: HEADERS, status: 503, contentType: 'text/plain', body: 'upstream connect error' }),
    says: /try again/i,
  },
  'a connection that is cut': { respond: (route) => route.abort('connectionreset'), says: /no connection to the server.*try again/ },
  'no response': { respond: () => undefined, says: /took too long.*try again/i, after: 16_000 },
  'status 429': {
    respond: (route) =>
      route.fulfill({
        headers: { ...HEADERS, 'retry-after': '30' },
        status: 429,
        json: { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
      }),
    says: /Too many attempts.*Wait a little/,
  },
  'status 429 of a gateway': {
    respond: (route) => route.fulfill({ headers: HEADERS, status: 429, json: { message: 'API rate limit exceeded' } }),
    says: /Too many attempts.*Wait a little/,
    tellsOfAccount: true,
  },
  'an unknown error code': {
    respond: (route) => route.fulfill({ headers: HEADERS, status: 422, json: { code: 422, error_code: 'brand_new_code', msg: 'pq: constraint "x"' } }),
    says: /did not accept this|no longer works/,
    tellsOfAccount: true,
  },
};

/** Words that only servers, parsers or browsers use. */
const RAW = /pq:|nginx|upstream|rate limit (?:reached|exceeded)|fetch|JSON|token|unexpected|<|\{|undefined|null/i;

/** Responds to the requests of a screen with the current failure, or passes them on if it is null. */
async function injectFaults(page: Page, { request: kind }: SignInForm): Promise<(fault: Fault | null) => void> {
  let current: Fault | null = null;
  await page.route('**/auth/v1/**', async (route) => {
    const request = route.request();
    if (current !== null && kind.test(`${request.method()} ${request.url()}`)) await current.respond(route);
    else await route.fallback();
  });
  return (fault) => {
    current = fault;
  };
}

/** A form for visitors and one for signed-in users. */
const EVERYDAY = new Set(['/login', '/account']);

for (const [path, screen] of Object.entries(SIGN_IN_FORMS)) {
  test(`${path} explains every failure of the service in plain words, keeps the typed text, and works afterwards`, everyday(EVERYDAY.has(path)), async ({ page, site, consoleMessages }) => {
    test.setTimeout(90_000);
    consoleMessages.allow(FAILED_REQUEST, /^error: [\w ]+ error:/);
    // The clock runs normally, and a failure can advance it.
    await page.clock.install();
    const form = await screen.open(page, site);
    await fillForm(page, form);
    const set = await injectFaults(page, screen);
    const main = page.getByRole('main');
    const submit = main.getByRole('button', { name: screen.submit, exact: true });
    for (const [name, fault] of Object.entries(FAULTS)) {
      // The service rejected the link, which another test covers.
      if (path === '/auth/confirm' && name === 'an unknown error code') continue;
      await test.step(name, async () => {
        set(fault);
        const asked = page.waitForRequest((request) => screen.request.test(`${request.method()} ${request.url()}`));
        await submit.click();
        await asked;
        if (fault.after !== undefined) await page.clock.fastForward(fault.after);
        // The form may have made way for the next step.
        await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
        if (screen.keepsAccountsSecret && fault.tellsOfAccount) {
          await form.done();
          await expect(main.getByRole('alert')).toBeHidden();
          await main.getByRole('button', { name: 'Use another address' }).click();
        } else {
          await expect(main.getByRole('alert')).toHaveText(fault.says);
          expect(await main.getByRole('alert').innerText()).not.toMatch(RAW);
        }
        for (const [label, text] of Object.entries(form.typed)) await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
        // The form waits a minute after every response.
        if (screen.keepsAccountsSecret) await page.clock.fastForward(61_000);
      });
    }
    set(null);
    await submit.click();
    await form.done();
  });
}

test('a pause that the service requires is counted down, and the form works after it', async ({ page, consoleMessages }) => {
  // The workspace starts in every tab, and may still be loading when the clock passes its time limit.
  consoleMessages.allow(FAILED_REQUEST, /Password reset error:/, /page module workspace is not available/);
  await page.clock.install();
  const { '/reset-password': screen } = SIGN_IN_FORMS;
  if (screen === undefined) throw new Error('The table has no screen for a reset.');
  const set = await injectFaults(page, screen);
  set({
    respond: (route) =>
      route.fulfill({
        headers: HEADERS,
        status: 429,
        json: { code: 429, error_code: 'over_request_rate_limit', msg: 'For security purposes, you can only request this after 90 seconds.' },
      }),
    says: /Too many attempts/,
  });
  await page.goto('/reset-password');
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
  const submit = page.getByRole('button', { name: 'Send reset link' });
  await submit.click();
  await expect(page.getByText(/You can try again in \d+ s/)).toBeVisible();
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await page.clock.fastForward(62_000);
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await page.clock.fastForward(30_000);
  await expect(page.getByText(/You can try again in/)).toBeHidden();
  set(null);
  await submit.click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
});
