import { expect, test } from '../../src/fixtures/site-test.ts';

/** The shell's scripts, by the ends of their names. */
const SHELL_SCRIPTS = '**/releases/shell/**/*.js';

for (const width of [320, 1280]) {
  test(`the frame is visible before any script runs, and does not move when the shell renders it, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 });
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(SHELL_SCRIPTS, async (route) => {
      await held;
      await route.fallback();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    const brand = page.getByRole('banner').getByRole('link', { name: 'Atrium', exact: true });
    await expect(brand).toBeVisible();
    await expect(brand).toHaveCSS('text-decoration-line', 'none');
    expect(await page.locator('#root > *').evaluateAll((parts) => parts.map(({ localName }) => localName))).toEqual(['header', 'p']);
    const before = { brand: await brand.boundingBox(), header: await page.getByRole('banner').boundingBox() };
    letGo();
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
    const after = { brand: await brand.boundingBox(), header: await page.getByRole('banner').boundingBox() };
    expect(after.brand).toEqual(before.brand);
    expect(after.header?.y).toBe(before.header?.y);
  });
}
