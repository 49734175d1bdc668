import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buildStaleParts } from '../../../tools/build/build-parts.ts';
import { GALLERY, ROOT } from '../../../tools/repository/repository.ts';
import { accessibilityProblems } from '../../src/checks/accessibility.ts';
import { layoutProblems } from '../../src/checks/layout-problems.ts';
import { damageTest, expect, test } from '../../src/fixtures/site-test.ts';
import { publishBuild } from '../../src/releases/changed-release.ts';
import { SCREENS } from '../../src/screens/all-screens.ts';
import { checkScreens, checkVariants, finishAnimations } from '../../src/screens/every-screen.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

// The soak shows them in the other languages.
for (const [area, screens] of Object.entries(SCREENS)) {
  test(`every screen of ${area} has no defects, in each width, theme and size`, async ({ screensIn }) => {
    test.setTimeout(240_000);
    await checkScreens(screens, screensIn('en'));
  });
}

damageTest('every token and component of the kit has no defects, in each width, theme and size', SOAK, async ({ page, damaged }) => {
  damageTest.setTimeout(120_000);
  await buildStaleParts(() => undefined, [GALLERY]);
  await publishBuild(damaged.releases, path.join(ROOT, GALLERY.folder));
  await page.goto('/gallery');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gallery');
  await expect(page.getByRole('tab').first()).toBeVisible();
  expect(await page.locator('code').allTextContents()).toEqual(expect.arrayContaining([...(await tokenNames())]));
  await checkVariants(page, { name: 'gallery', wide: true }, 'en');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const popup of ['Dialog', 'AlertDialog', 'Menu', 'Popover']) {
    await page.getByRole('button', { name: popup, exact: true }).click();
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).or(page.getByRole('menu'))).toBeVisible();
    await finishAnimations(page);
    expect.soft(await layoutProblems(page), popup).toEqual([]);
    expect.soft(await accessibilityProblems(page), popup).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).or(page.getByRole('menu'))).toHaveCount(0);
  }
});

/** The names of the kit's tokens. */
async function tokenNames(): Promise<ReadonlySet<string>> {
  const styles = await readFile(path.join(ROOT, 'page-kit/src/ui/tokens.css'), 'utf8');
  return new Set(styles.match(/--atrium-[\w-]+(?=:)/g));
}
