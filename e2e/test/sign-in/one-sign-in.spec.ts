import type { Page } from '@playwright/test';
import { signInFirst } from '../../src/people/people.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { countLoadedCopies, watchLoadedCopies } from '../../src/checks/loaded-copies.ts';
import { everyday } from '../../src/fixtures/soak-tag.ts';

const FIRST_SIGNED_OUT = ['/', '/account', '/auth/confirm'];
const FIRST_SIGNED_IN = ['/', '/workspace', '/update-password'];

/** Counts requests for the credentials, including preloads. */
function countCredentials(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/supabase-credentials') count += 1;
  });
  return () => count;
}

async function expectOneOfEach(page: Page, credentials: () => number): Promise<void> {
  await expect.poll(() => countLoadedCopies(page)).toEqual({
    renderers: 1,
    authContexts: 1,
    authProviders: 1,
    sharedFrom: ['shell'],
    clientChannels: 1,
  });
  expect(credentials()).toBe(1);
}

for (const first of FIRST_SIGNED_OUT) {
  test(`a visitor who opens ${first} first has one React, one sign-in, one client and one credentials request`, everyday(first === '/account'), async ({ page }) => {
    await watchLoadedCopies(page);
    const credentials = countCredentials(page);
    await page.goto(first);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Create account' }).click();
    await expect(page.getByRole('main').getByRole('button', { name: 'Create account' })).toBeVisible();
    await page.getByRole('link', { name: 'Atrium' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Shared boards for notes that matter' })).toBeVisible();
    await expectOneOfEach(page, credentials);
  });
}

for (const first of FIRST_SIGNED_IN) {
  test(`a signed-in person who opens ${first} first has one of each, over both modules`, everyday(first === '/workspace'), async ({ page, site }) => {
    await watchLoadedCopies(page);
    const credentials = countCredentials(page);
    await signInFirst(page, site);
    await page.goto(first);
    // This page has the screen to itself.
    if (first === '/update-password') await page.getByRole('link', { name: 'Atrium' }).click();
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('link', { name: 'Workspace' }).click();
    await expect(page.getByRole('heading', { name: 'Create your first board' })).toBeVisible();
    await menu.getByRole('link', { name: 'Your account' }).click();
    await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
    await menu.getByRole('link', { name: 'Workspace' }).click();
    await expect(page.getByRole('button', { name: 'Create board' })).toBeVisible();
    await expectOneOfEach(page, credentials);
  });
}
