import type { Page, Route } from '@playwright/test';
import { damageTest, expect, test } from '../../src/fixtures/site-test.ts';

const NOISE = [/Failed to load resource/, /integrity/i, /was preloaded using link preload/];

/** Speeds up the animations of a page. The style sheet delays its notice with an animation. */
async function speedUpAnimations(page: Page, times: number): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Animation.enable');
  await tools.send('Animation.setPlaybackRate', { playbackRate: times });
}

/** Counts the loads of the tab. */
function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  return () => documents;
}

for (const [what, respond] of Object.entries<(route: Route) => Promise<void>>({
  'are gone': (route) => route.fulfill({ status: 404, body: '' }),
  'have other bytes': async (route) => route.fulfill({ response: await route.fetch(), body: 'globalThis.intruded = true;' }),
  'never arrive': () => new Promise(() => undefined),
})) {
  damageTest(`the page explains what to do when the shell's scripts ${what}`, async ({ page, consoleMessages }) => {
    consoleMessages.allow(...NOISE);
    const documents = countDocuments(page);
    // One test covers the full delay.
    if (what !== 'never arrive') await speedUpAnimations(page, 16);
    await page.route('**/releases/shell/*/main.*.js*', (route) => (documents() === 1 ? respond(route) : route.fallback()));
    await page.goto('/login', { waitUntil: 'commit' });
    const late = page.getByText('The site is taking longer than usual to load');
    await expect(late).toBeVisible({ timeout: 15_000 });
    await page.getByRole('link', { name: 'Reload' }).click();
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await expect(late).toBeHidden();
  });
}

damageTest("the page is not empty when the shell's style sheet is missing too", async ({ page, consoleMessages }) => {
  consoleMessages.allow(...NOISE);
  await page.route('**/releases/shell/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Reload' })).toBeVisible({ timeout: 2_000 });
});

for (const file of ['main.*.js', 'main.*.css']) {
  test(`the shell's ${file} is requested again if it does not arrive`, async ({ page, consoleMessages }) => {
    consoleMessages.allow(...NOISE);
    await page.route(`**/releases/shell/*/${file}`, (route) => route.abort());
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Atrium' })).toHaveCSS('text-decoration-line', 'none');
  });
}

test("the tab reloads once if the shell's first script and its style sheet do not arrive", async ({ page, consoleMessages }) => {
  consoleMessages.allow(...NOISE);
  const documents = countDocuments(page);
  await page.route('**/releases/shell/*/main.*.css', (route) => route.abort(), { times: 1 });
  await page.route('**/releases/shell/*/boot.*.js', (route) => route.abort(), { times: 1 });
  await page.goto('/login', { waitUntil: 'commit' });
  // The first document shows the prerendered form, too.
  await expect.poll(documents).toBe(2);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Atrium' })).toHaveCSS('text-decoration-line', 'none');
  expect(documents()).toBe(2);
});

test("the tab does not reload repeatedly if the shell's first script is missing", async ({ page, consoleMessages }) => {
  consoleMessages.allow(...NOISE);
  const documents = countDocuments(page);
  await speedUpAnimations(page, 16);
  await page.route('**/releases/shell/*/boot.*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/login', { waitUntil: 'commit' });
  await expect.poll(documents).toBe(2);
  await expect(page.getByText('The site is taking longer than usual to load')).toBeVisible({ timeout: 15_000 });
  expect(documents()).toBe(2);
});
