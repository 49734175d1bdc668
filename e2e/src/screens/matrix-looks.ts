import type { Page } from '@playwright/test';
import type { AxeRules } from '../checks/accessibility.ts';

/** One language of each direction. */
export const READ_LANGUAGES = ['en', 'ar'] as const;

type ReadLanguage = (typeof READ_LANGUAGES)[number];

/** A way to look at a screen. */
export interface MatrixLook {
  readonly name: string;
  readonly width: number;
  readonly dark?: true;
  /** Bigger by this factor, by the browser: the window has that much less room. */
  readonly zoom?: number;
  readonly forcedColors?: true;
  readonly reducedMotion?: true;
  /** For screens that have something to say of the widest windows. */
  readonly wide?: true;
  /** The languages in which screens are looked at like this: to check the layout alone, or also with rules of axe. */
  readonly checks: Readonly<Partial<Record<ReadLanguage, 'layout' | AxeRules>>>;
}

/**
 * How every screen is looked at. Contrast depends on the colours alone, so axe checks it once in each theme. Its other
 * rules run once in each language. The direction of writing changes places and no colour.
 */
export const MATRIX_LOOKS: readonly MatrixLook[] = [
  { name: 'narrow and light, with reduced motion', width: 320, reducedMotion: true, checks: { ar: 'all' } },
  { name: 'narrow and dark, with reduced motion', width: 320, dark: true, reducedMotion: true, checks: { en: 'contrast' } },
  { name: 'light', width: 1280, checks: { en: 'all', ar: 'layout' } },
  { name: 'in forced colours', width: 1280, forcedColors: true, checks: { en: 'contrast' } },
  { name: 'twice as large', width: 1280, zoom: 2, checks: { en: 'layout', ar: 'layout' } },
  { name: 'very wide', width: 1920, wide: true, checks: { en: 'layout', ar: 'layout' } },
];

/** Gives a page that look. */
export async function lookAs(page: Page, { width, dark, zoom = 1, forcedColors, reducedMotion }: Omit<MatrixLook, 'name' | 'checks'>): Promise<void> {
  await page.emulateMedia({
    colorScheme: dark ? 'dark' : 'light',
    forcedColors: forcedColors ? 'active' : 'none',
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
  });
  const size = { width: width / zoom, height: 800 / zoom };
  await page.setViewportSize(size);
  // Playwright has one factor for all of a browser's life.
  if (zoom !== 1) await (await page.context().newCDPSession(page)).send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: zoom, mobile: false });
}

/** Milliseconds after which what moves by itself must be stoppable (WCAG 2.2, 2.2.2): what only appears is there by then. */
const APPEARS = 5_000;

/**
 * Ends what moves, so that colours on their way to others are neither.
 *
 * @returns what went on moving by itself. What was on its way to another colour when the look changed is no movement.
 */
export function holdStill(page: Page): Promise<string[]> {
  return page.evaluate((appears) => {
    const animations = document.getAnimations();
    const moving = animations
      .filter((animation) => animation instanceof CSSAnimation)
      .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().endTime ?? 0) > appears)
      .map(({ animationName }) => animationName);
    for (const animation of animations) {
      if (animation.effect?.getTiming().iterations === Infinity) animation.pause();
      else animation.finish();
    }
    return moving;
  }, APPEARS);
}
