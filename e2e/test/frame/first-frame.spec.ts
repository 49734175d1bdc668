import type { Page } from '@playwright/test';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { signInFirst } from '../../src/people/people.ts';

// Most visitors see animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The shell's scripts, by the ends of their names. */
const SHELL_SCRIPTS = '**/releases/shell/**/*.js';

/** Opens a page whose shell scripts do not arrive before the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(SHELL_SCRIPTS, async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return letGo;
}

function brand(page: Page) {
  return page.getByRole('banner').getByRole('link', { name: 'Atrium', exact: true });
}

for (const width of [320, 1280]) {
  test(`the frame is visible before any script runs, and does not move when the shell renders it, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 });
    // With a query, the page is not prerendered.
    const letGo = await openWithoutScripts(page, '/login?next=%2Faccount');
    await expect(brand(page)).toBeVisible();
    await expect(brand(page)).toHaveCSS('text-decoration-line', 'none');
    expect(await page.locator('#root > *').evaluateAll((parts) => parts.map(({ localName }) => localName))).toEqual(['header', 'p']);
    const before = { brand: await brand(page).boundingBox(), header: await page.getByRole('banner').boundingBox() };
    letGo();
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
    const after = { brand: await brand(page).boundingBox(), header: await page.getByRole('banner').boundingBox() };
    expect(after.brand).toEqual(before.brand);
    expect(after.header?.y).toBe(before.header?.y);
  });

  test(`the name of the site does not move when the menu of a signed-in user appears, at ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 720 });
    await signInFirst(page, site);
    const letGo = await openWithoutScripts(page, '/account');
    await expect(brand(page)).toHaveCSS('text-decoration-line', 'none');
    const mark = brand(page).locator('svg');
    const before = await mark.boundingBox();
    letGo();
    await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
    expect(await mark.boundingBox()).toEqual(before);
  });
}

const INTER = /\/releases\/shell\/.*\/inter-latin-wght-normal\.\w+\.woff2$/;

/** The names of the loaded faces that the document shows. */
function shownFaces(page: Page): Promise<string[]> {
  return page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family));
}

test('the type face appears with the second page, and from the first render of the next document', async ({ page }) => {
  const loaded = page.waitForResponse(INTER);
  await page.goto('/login');
  expect((await loaded).headers()).toMatchObject({ 'content-type': 'font/woff2', 'cache-control': 'public, max-age=31536000, immutable' });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('atrium-type-face'))).not.toBeNull();
  expect(await shownFaces(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create account' })).toBeVisible();
  expect(await shownFaces(page)).toEqual(['Inter']);
  // The font comes before the script that renders: with the browser's cache, it usually does.
  const again = page.waitForResponse(INTER);
  await page.route('**/releases/shell/**/main.*.js', async (route) => {
    await (await again).finished();
    await route.fallback();
  });
  await page.goto('/register?next=%2Faccount');
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
  expect(await shownFaces(page)).toEqual(['Inter']);
});
