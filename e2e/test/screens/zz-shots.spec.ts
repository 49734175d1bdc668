import { damageTest, expect } from '../../src/fixtures/site-test.ts';
import { signInFirst } from '../../src/people/people.ts';
import { fillMenu } from '../../src/releases/menu-modules.ts';
for (const count of [5, 50, 500]) damageTest(`shots ${count}`, async ({ page, damaged }) => {
  damageTest.setTimeout(180_000);
  await fillMenu(damaged.releases, count);
  await signInFirst(page, damaged);
  for (const width of [1440, 390]) for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await page.goto('/account');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: `/tmp/shots/${count}-${width}-${theme}-closed.png` });
    const button = page.getByRole('banner').getByRole('button', { name: /^All pages/ });
    if (await button.count() === 0) continue;
    await button.click();
    await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
    await page.screenshot({ path: `/tmp/shots/${count}-${width}-${theme}-open.png` });
    await page.keyboard.type('orders');
    await page.screenshot({ path: `/tmp/shots/${count}-${width}-${theme}-filter.png` });
  }
});
