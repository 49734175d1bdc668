import type { Route } from '@playwright/test';
import { FAILED_REQUEST } from '../../src/checks/console-messages.ts';
import { createAccount, fillRegistration, newPerson } from '../../src/people/people.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { everyday } from '../../src/fixtures/soak-tag.ts';

const CREDENTIALS = '**/api/supabase-credentials';

interface Fault {
  readonly respond: (route: Route) => Promise<void>;
  readonly says: RegExp;
}

/** One fault of each kind. auth-core/test/start-up.test.ts has all wrong responses. */
const FAULTS: Readonly<Record<string, Fault>> = {
  HTML: {
    respond: (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Wi-Fi</title>' }),
    says: /Failed to fetch credentials.*try again/,
  },
  'no response': { respond: (route) => route.abort('connectionrefused'), says: /no connection to the server.*try again/ },
  'no key': { respond: (route) => route.fulfill({ json: { supabaseUrl: 'http://localhost:1' } }), says: /Missing Supabase credentials.*try again/ },
  'a secret key': {
    respond: (route) => route.fulfill({ json: { supabaseUrl: 'http://localhost:1', supabaseKey: 'sb_secret_abc' } }),
    says: /secret key.*publishable/,
  },
};

for (const [fault, { respond, says }] of Object.entries(FAULTS)) {
  test(`registration explains ${fault} for the credentials, keeps the typed text, and works at the next try`, everyday(fault === 'HTML' || fault === 'no key'), async ({ page, consoleMessages }) => {
    consoleMessages.allow(FAILED_REQUEST, /Failed to initialize Supabase/, /Registration error:/, /Session error:/);
    let broken = true;
    await page.route(CREDENTIALS, (route) => (broken ? respond(route) : route.fallback()));
    const person = newPerson();
    await page.goto('/register');
    await fillRegistration(page, person);
    await expect(page.getByRole('alert')).toHaveText(says);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(person.name);
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password);
    expect(consoleMessages.messages.join('\n')).toContain('Failed to initialize Supabase');

    broken = false;
    await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('banner')).toContainText(person.name);
  });
}

test('the log-in form is usable while the credentials are loading, and its submit waits for them', async ({ page, site }) => {
  const person = newPerson();
  await createAccount(site, person);
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(CREDENTIALS, async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  const submit = page.getByRole('main').getByRole('button', { name: 'Log in' });
  await submit.click();
  await expect(submit).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  letGo();
  await expect(page.getByRole('banner')).toContainText(person.name);
});
