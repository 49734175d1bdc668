import type { Page } from '@playwright/test';
import { accessibilityProblems } from './accessibility.ts';
import { layoutProblems } from './layout-problems.ts';
import { expect } from '../fixtures/site-test.ts';

const LOOKS = [
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const;

/** Colours do not depend on the width: one look at each of both is enough for the slow check. */
const CHECKED_BY_AXE: ReadonlySet<(typeof LOOKS)[number]> = new Set([LOOKS[0], LOOKS[2]]);

/**
 * Expects a screen with this heading and title that nothing is wrong with, narrow and wide, light and dark: for what a test
 * has brought about on its way. All screens in all looks: screen-matrix.spec.ts.
 */
export async function expectSound(page: Page, heading: string): Promise<void> {
  // Behind a dialog it is hidden from screen readers.
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(heading);
  await expect(page).toHaveTitle(`${heading} · Atrium`);
  await expect(page.getByText('Loading…')).toHaveCount(0);
  for (const look of LOOKS) {
    const { width, colorScheme } = look;
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect.poll(() => layoutProblems(page), { message: `layout at ${width}` }).toEqual([]);
    if (CHECKED_BY_AXE.has(look)) expect(await accessibilityProblems(page), `${width} ${colorScheme}`).toEqual([]);
  }
}
