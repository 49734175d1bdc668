import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { buildStaleParts } from '../../../tools/build/build-parts.ts';
import { GALLERY, ROOT } from '../../../tools/repository/repository.ts';
import { accessibilityProblems, type AxeRules } from '../../src/checks/accessibility.ts';
import { layoutProblems } from '../../src/checks/layout-problems.ts';
import { damageTest, expect, test } from '../../src/fixtures/site-test.ts';
import { publishBuild } from '../../src/releases/changed-release.ts';
import { SCREENS } from '../../src/screens/all-screens.ts';
import type { Screen } from '../../src/screens/screen.ts';

/** One language of each text direction. */
const LANGUAGES = ['en', 'ar'] as const;

/** A state of the window and the browser in which screens are checked. */
interface Variant {
  readonly name: string;
  readonly width: number;
  readonly dark?: true;
  /** The browser's zoom factor. It reduces the space of the page by this factor. */
  readonly zoom?: number;
  readonly forcedColors?: true;
  readonly reducedMotion?: true;
  /** Only for screens that differ in very wide windows. */
  readonly wide?: true;
  /** The checks in each language: only the layout, or also rules of axe. */
  readonly checks: Readonly<Partial<Record<(typeof LANGUAGES)[number], 'layout' | AxeRules>>>;
}

/**
 * The variants of every screen. Contrast depends only on colours, so axe checks it once in each colour scheme and width: the
 * sidebar of wide windows has colours of its own. Its other rules run once in each language. The text direction changes the
 * layout and no colours.
 */
const VARIANTS: readonly Variant[] = [
  { name: 'narrow and light, with reduced motion', width: 320, reducedMotion: true, checks: { ar: 'all' } },
  { name: 'narrow and dark, with reduced motion', width: 320, dark: true, reducedMotion: true, checks: { en: 'contrast' } },
  { name: 'light', width: 1280, checks: { en: 'all', ar: 'layout' } },
  { name: 'dark', width: 1280, dark: true, checks: { ar: 'contrast' } },
  { name: 'in forced colours', width: 1280, forcedColors: true, checks: { en: 'contrast' } },
  { name: 'zoomed to 200 percent', width: 1280, zoom: 2, checks: { en: 'layout', ar: 'layout' } },
  { name: 'very wide', width: 1920, wide: true, checks: { en: 'layout', ar: 'layout' } },
];

async function applyVariant(page: Page, { width, dark, zoom = 1, forcedColors, reducedMotion }: Omit<Variant, 'name' | 'checks'>): Promise<void> {
  await page.emulateMedia({
    colorScheme: dark ? 'dark' : 'light',
    forcedColors: forcedColors ? 'active' : 'none',
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
  });
  await page.setViewportSize({ width: width / zoom, height: 800 / zoom });
}

/** Milliseconds after which visitors must be able to stop an animation (WCAG 2.2, 2.2.2). The spinner of a button shows that an action is running. */
const LONGEST_ANIMATION = 5_000;
const SPINNER = 'atrium-turn';

/**
 * Finishes all animations and transitions, so that the checks see the final colours.
 *
 * @returns the names of the animations that would have run longer than {@link LONGEST_ANIMATION}
 */
function finishAnimations(page: Page): Promise<string[]> {
  return page.evaluate(({ longest, spinner }) => {
    const animations = document.getAnimations();
    const endless = animations
      .filter((animation) => animation instanceof CSSAnimation)
      .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().endTime ?? 0) > longest)
      .map(({ animationName }) => animationName)
      .filter((name) => name !== spinner);
    for (const animation of animations) {
      if (animation.effect?.getTiming().iterations === Infinity) animation.pause();
      else animation.finish();
    }
    return endless;
  }, { longest: LONGEST_ANIMATION, spinner: SPINNER });
}

/** After a resize, popups and long lists change their layout in the following frames. */
const soft = expect.configure({ soft: true });

/** Checks what is on screen in each variant for a language. */
async function checkVariants(page: Page, screen: Pick<Screen, 'name' | 'wide' | 'unheaded'>, language: (typeof LANGUAGES)[number]): Promise<void> {
  for (const variant of VARIANTS.filter(({ wide }) => !wide || screen.wide)) {
    const checks = variant.checks[language];
    if (checks === undefined) continue;
    const what = `${screen.name} in ${language}, ${variant.name}`;
    await applyVariant(page, variant);
    const endless = await finishAnimations(page);
    if (variant.reducedMotion) expect.soft(endless, `motion: ${what}`).toEqual([]);
    await soft.poll(() => layoutProblems(page), { message: `layout: ${what}` }).toEqual([]);
    if (checks === 'layout') continue;
    const problems = await accessibilityProblems(page, checks);
    expect.soft(problems.filter((problem) => !(screen.unheaded && problem.startsWith('page-has-heading-one'))), what).toEqual([]);
  }
}

/** Screens that can share a document follow each other. */
function inGoodOrder(screens: readonly Screen[]): readonly Screen[] {
  const placeOf = ({ viewer, newDocument }: Screen) => (newDocument ? '' : viewer);
  return [...screens].sort((one, other) => placeOf(one).localeCompare(placeOf(other)));
}

for (const [area, all] of Object.entries(SCREENS)) {
  const screens = inGoodOrder(all);
  for (const language of LANGUAGES) {
    test(`every screen of ${area} in ${language} has no defects, in each width, theme and size`, async ({ screensIn }) => {
      test.setTimeout(240_000);
      for (const screen of screens) {
        await test.step(screen.name, () =>
          screensIn(language).show(screen, async ({ page, say }) => {
            // An open dialog hides the heading from screen readers.
            const heading = page.getByRole('heading', { level: 1, includeHidden: true });
            if (!screen.unheaded) await expect(page).toHaveTitle(say('{title} · Atrium', { title: (await heading.innerText()).trim() }));
            await checkVariants(page, screen, language);
          }, { inPlace: true }),
        );
      }
    });
  }

  test(`all German texts of ${area} fit on the narrowest screen`, async ({ screensIn }) => {
    test.setTimeout(240_000);
    for (const screen of screens) {
      await test.step(screen.name, () =>
        screensIn('de').show(screen, async ({ page }) => {
          await applyVariant(page, { width: 320, reducedMotion: true });
          await soft.poll(() => layoutProblems(page), { message: screen.name }).toEqual([]);
        }, { inPlace: true }),
      );
    }
  });
}

damageTest('every token and component of the kit has no defects, in each width, theme and size', async ({ page, damaged }) => {
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
