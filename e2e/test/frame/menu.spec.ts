import type { Page } from '@playwright/test';
import { accessibilityProblems } from '../../src/checks/accessibility.ts';
import { layoutProblems } from '../../src/checks/layout-problems.ts';
import { shiftsOf, watchShifts } from '../../src/checks/layout-shifts.ts';
import { damageTest, expect, test } from '../../src/fixtures/site-test.ts';
import { signInFirst } from '../../src/people/people.ts';
import { fillMenu } from '../../src/releases/menu-modules.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

/** With a sidebar, with bars at the top and at the bottom, and with a rail, also on the side of a phone, and how many links of the menu each has room for. */
const WINDOWS = [
  { width: 1440, height: 900, maxLinks: 6, wide: true },
  { width: 390, height: 844, maxLinks: 3, wide: false },
  { width: 768, height: 1024, maxLinks: 6, wide: false },
  { width: 844, height: 390, maxLinks: 3, wide: false },
] as const;

function header(page: Page) {
  return page.getByRole('banner');
}

function allPages(page: Page) {
  return header(page).getByRole('button', { name: /^All pages/ });
}

function panel(page: Page) {
  return page.getByRole('dialog', { name: 'All pages' });
}

/** Opens a page, and waits until the tab knows all modules. */
async function open(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page.getByText('Loading…')).toHaveCount(0);
  // Signed-in users do not see it.
  await expect(page.locator('footer')).toBeAttached();
  await page.waitForLoadState('networkidle');
}

for (const count of [3, 50, 500]) {
  damageTest(`the menu of ${count} modules fits the window, and the panel has all pages`, SOAK, async ({ page, damaged }) => {
    damageTest.setTimeout(180_000);
    await fillMenu(damaged.releases, count);
    await signInFirst(page, damaged);
    await watchShifts(page);
    for (const { maxLinks, wide, ...viewport } of WINDOWS) {
      await page.setViewportSize(viewport);
      await open(page, '/account', 'Your account');
      expect.soft(await shiftsOf(page), `layout shifts at ${viewport.width} px`).toEqual([]);
      expect.soft(await layoutProblems(page)).toEqual([]);
      const links = header(page).getByRole('navigation', { name: 'Main' }).getByRole('link').filter({ visible: true });
      expect(await links.count()).toBeLessThanOrEqual(maxLinks);
      for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
      if (count === 3) {
        await expect(links).toHaveCount(Math.min(4, maxLinks));
        await expect(allPages(page)).toHaveCount(wide ? 0 : 1);
        continue;
      }
      await allPages(page).click();
      await expect(panel(page).locator('.shell-menu-link')).toHaveCount(count);
      await expect(panel(page).getByRole('status')).toHaveText(`${count} pages`);
      expect.soft(await layoutProblems(page)).toEqual([]);
      // With so many links, axe takes seconds. Colours do not depend on the width.
      if (wide) expect.soft(await accessibilityProblems(page)).toEqual([]);
      else {
        await page.emulateMedia({ colorScheme: 'dark' });
        expect.soft(await accessibilityProblems(page, 'contrast')).toEqual([]);
      }
      await panel(page).getByRole('link', { name: 'Workspace' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Workspace' })).toBeFocused();
      await expect(panel(page)).toHaveCount(0);
    }
  });
}

damageTest('the panel works with the keyboard alone', async ({ page, damaged }) => {
  await fillMenu(damaged.releases, 50);
  await signInFirst(page, damaged);
  await open(page, '/account', 'Your account');
  await allPages(page).focus();
  await page.keyboard.press('Enter');
  const filter = panel(page).getByRole('textbox', { name: 'Filter pages' });
  await expect(filter).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const links = panel(page).getByRole('link');
  await expect(links.first()).toBeFocused();
  // As on screen: down to the next row, and along the row.
  const box = await links.first().boundingBox();
  await page.keyboard.press('ArrowDown');
  const below = await panel(page).locator(':focus').boundingBox();
  expect(below?.x).toBe(box?.x);
  expect(below?.y).toBeGreaterThan(box?.y ?? 0);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(links.last()).toBeFocused();
  await expect(links.last()).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(links.first()).toBeFocused();
  await page.keyboard.type('wareh contr');
  await expect(filter).toHaveValue('wareh contr');
  await expect(panel(page).getByRole('status')).toHaveText('1 of 50 pages');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(allPages(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(filter).toBeFocused();
  await page.keyboard.type('workspace');
  await expect(filter).toHaveValue('workspace');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Workspace' })).toBeFocused();
});

damageTest('the panel waits for modules that the tab does not know, and nothing in the header moves', async ({ page, damaged }) => {
  await fillMenu(damaged.releases, 50);
  await watchShifts(page);
  let respond = (): void => undefined;
  const held = new Promise<void>((resolve) => (respond = resolve));
  await page.route('**/__atrium/registry', async (route) => {
    await held;
    await route.fallback();
  });
  // A visitor, for whom the menu has fewer entries.
  await page.goto('/login');
  await allPages(page).click();
  await expect(panel(page).getByText('Loading…')).toBeAttached();
  const before = await header(page).getByRole('link').allTextContents();
  respond();
  await expect(panel(page).getByRole('link')).toHaveCount(12);
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(panel(page)).toHaveCount(0);
  expect(await header(page).getByRole('link').allTextContents()).toEqual(before);
  expect(await shiftsOf(page)).toEqual([]);
});

damageTest('the panel is in Arabic, from right to left, and finds English words', SOAK, async ({ page, context, damaged }) => {
  await fillMenu(damaged.releases, 50);
  await context.addCookies([{ name: 'atrium-language', value: 'ar', url: damaged.url }]);
  await signInFirst(page, damaged);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/account');
  await header(page).getByRole('button', { name: /^كل الصفحات/ }).click();
  const arabic = page.getByRole('dialog', { name: 'كل الصفحات' });
  await expect(arabic.getByRole('heading', { name: 'المبيعات' })).toBeVisible();
  expect(await layoutProblems(page)).toEqual([]);
  expect(await accessibilityProblems(page)).toEqual([]);
  await arabic.getByRole('textbox').fill('warehouse');
  await expect(arabic.getByRole('link')).toHaveCount(6);
});

test('a hidden sidebar stays hidden in the next document, where nothing moves, and the bars of narrow windows stay', async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInFirst(page, site);
  await watchShifts(page);
  const toggle = header(page).getByRole('button', { name: 'Sidebar' });
  const home = header(page).getByRole('link', { name: 'Home' });
  await open(page, '/account', 'Your account');
  await toggle.click();
  await expect(home).toBeHidden();
  await open(page, '/account/security', 'Security');
  await expect(home).toBeHidden();
  expect(await shiftsOf(page)).toEqual([]);
  expect(await layoutProblems(page)).toEqual([]);
  expect(await accessibilityProblems(page)).toEqual([]);
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(home).toBeVisible();
    await expect(toggle).toBeHidden();
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await toggle.click();
  await expect(home).toBeVisible();
});
