import type { Page } from '@playwright/test';
import { accessibilityProblems } from './accessibility.ts';
import { expect } from './site-test.ts';

const LOOKS = [
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const;

/** Colours do not depend on the width: one look at each of both is enough for the slow check. */
const CHECKED_BY_AXE: ReadonlySet<(typeof LOOKS)[number]> = new Set([LOOKS[0], LOOKS[2]]);

/** Pairs of links, buttons and fields that cover each other, and those that reach out of the window. */
function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // What is behind a dialog is out of reach.
    const reachable = (element: Element) => (document.querySelector('dialog:modal, [role=dialog], [role=alertdialog]') ?? document).contains(element);
    const found = [...document.querySelectorAll<HTMLElement>('header a, header button, header bdi, main a, main button, main input, main textarea, [role=dialog] button, [role=dialog] input, [role=dialog] textarea, [role=alertdialog] button')]
      .filter((element) => reachable(element) && element.checkVisibility() && getComputedStyle(element).clipPath === 'none')
      .map((element) => ({ element, text: element.textContent.trim() || element.tagName, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
    const outside = found.filter(({ box }) => box.left < 0 || box.right > innerWidth).map(({ text }) => `${text} is cut off`);
    const covered = found.flatMap((one, index) =>
      found
        .slice(index + 1)
        // "Show" stands in its field.
        .filter((other) => !one.element.contains(other.element) && !(one.element instanceof HTMLInputElement))
        .filter(({ box }) => one.box.left < box.right - 1 && box.left < one.box.right - 1 && one.box.top < box.bottom - 1 && box.top < one.box.bottom - 1)
        .map((other) => `${one.text} and ${other.text}`),
    );
    return [...outside, ...covered];
  });
}

/**
 * Expects a screen with this heading and title that nothing is wrong with: nothing overflows, covers something or is cut
 * off, narrow and wide, and axe finds nothing, light and dark.
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
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, `pixels too wide at ${width}`).toBe(0);
    expect(await overlaps(page), `things over each other at ${width}`).toEqual([]);
    if (CHECKED_BY_AXE.has(look)) expect(await accessibilityProblems(page), `${width} ${colorScheme}`).toEqual([]);
  }
}
