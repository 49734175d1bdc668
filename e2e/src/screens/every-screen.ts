import { isDeepStrictEqual } from 'node:util';
import { expect, test, type Page } from '@playwright/test';
import { accessibilityProblems, type AxeRules } from '../checks/accessibility.ts';
import { layoutProblems } from '../checks/layout-problems.ts';
import type { Screen } from './screen.ts';
import type { ScreenPage } from './screen-page.ts';
import type { Language } from './site-texts.ts';

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
  readonly checks: Readonly<Partial<Record<Language, 'layout' | AxeRules>>>;
}

/**
 * The variants of every screen. Contrast depends only on colours, so axe checks it once in each colour scheme. Axe takes
 * as long for the sidebar of wide windows as for a page, and the sidebar is the same around all screens, so only the screens for wide windows
 * show it dark and in forced colours. The text direction changes the layout and no colours. German has the longest
 * texts, so it shows whether texts fit. Neighbours share a size or media features where they can, because each change costs a new layout.
 */
const VARIANTS: readonly Variant[] = [
  { name: 'narrow and light, with reduced motion', width: 320, reducedMotion: true, checks: { ar: 'all', de: 'all' } },
  { name: 'narrow and in forced colours', width: 320, forcedColors: true, checks: { en: 'contrast' } },
  { name: 'narrow and dark, with reduced motion', width: 320, dark: true, reducedMotion: true, checks: { en: 'contrast' } },
  { name: 'light', width: 1280, checks: { en: 'all', ar: 'layout' } },
  { name: 'zoomed to 200 percent, in a low window with the rail', width: 1536, zoom: 2, checks: { de: 'layout', ar: 'layout' } },
  { name: 'very wide and dark', width: 1920, dark: true, wide: true, checks: { en: 'contrast', ar: 'layout' } },
  { name: 'very wide and in forced colours', width: 1920, forcedColors: true, wide: true, checks: { en: 'contrast' } },
];

function mediaOf({ dark, forcedColors, reducedMotion }: Variant) {
  return { colorScheme: dark ? 'dark' : 'light', forcedColors: forcedColors ? 'active' : 'none', reducedMotion: reducedMotion ? 'reduce' : 'no-preference' } as const;
}

/** Applies what differs from the variant that was applied before. */
async function applyVariant(page: Page, variant: Variant, before: Variant | undefined): Promise<void> {
  const media = mediaOf(variant);
  if (!before || !isDeepStrictEqual(media, mediaOf(before))) await page.emulateMedia(media);
  const { width, zoom = 1 } = variant;
  const size = { width: width / zoom, height: 800 / zoom };
  if (!isDeepStrictEqual(size, page.viewportSize())) await page.setViewportSize(size);
}

/** Milliseconds after which visitors must be able to stop an animation (WCAG 2.2, 2.2.2). The spinner of a button shows that an action is running. */
const LONGEST_ANIMATION = 5_000;
const SPINNER = 'atrium-turn';

/**
 * Finishes all animations and transitions, so that the checks see the final colours.
 *
 * @returns the names of the animations that would have run longer than {@link LONGEST_ANIMATION}
 */
export function finishAnimations(page: Page): Promise<string[]> {
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
export async function checkVariants(page: Page, screen: Pick<Screen, 'name' | 'wide' | 'unheaded'>, language: Language): Promise<void> {
  let before: Variant | undefined;
  for (const variant of VARIANTS.filter(({ wide }) => !wide || screen.wide)) {
    const checks = variant.checks[language];
    if (checks === undefined) continue;
    const what = `${screen.name} in ${language}, ${variant.name}`;
    await applyVariant(page, variant, before);
    before = variant;
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

/** Shows screens one after the other, and checks each in all variants for the language of the page. */
export async function checkScreens(screens: readonly Screen[], screenPage: ScreenPage): Promise<void> {
  for (const screen of inGoodOrder(screens)) {
    await test.step(screen.name, () =>
      screenPage.show(screen, async ({ page, say, language }) => {
        // An open dialog hides the heading from screen readers.
        const heading = page.getByRole('heading', { level: 1, includeHidden: true });
        if (!screen.unheaded) await expect(page).toHaveTitle(say('{title} · Atrium', { title: ((await heading.textContent()) ?? '').trim() }));
        await checkVariants(page, screen, language);
      }, { inPlace: true }),
    );
  }
}
