import { expect, type Page } from '@playwright/test';
import { accessibilityProblems } from './accessibility.ts';
import { layoutProblems } from './layout-problems.ts';

const VARIANTS = [
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const;

/** Colours do not depend on the width, so axe, which is slow, runs once in each colour scheme. */
const CHECKED_BY_AXE: ReadonlySet<(typeof VARIANTS)[number]> = new Set([VARIANTS[0], VARIANTS[2]]);

/**
 * Expects that a screen with this heading and title has no layout and accessibility problems, narrow and wide, light and
 * dark. For states that only a test reaches; screen-matrix.spec.ts checks all other screens.
 */
export async function expectNoDefects(page: Page, heading: string): Promise<void> {
  // An open dialog hides the heading from screen readers.
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(heading);
  await expect(page).toHaveTitle(`${heading} · Atrium`);
  await expect(page.getByText('Loading…')).toHaveCount(0);
  for (const variant of VARIANTS) {
    const { width, colorScheme } = variant;
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect.poll(() => layoutProblems(page), { message: `layout at ${width}` }).toEqual([]);
    if (CHECKED_BY_AXE.has(variant)) expect(await accessibilityProblems(page), `${width} ${colorScheme}`).toEqual([]);
  }
}
