import type { Page } from '@playwright/test';
import type { Screen } from '../screens/screen.ts';

/** Colours in which pictures are taken. */
export const THEMES = ['light', 'dark'] as const;

/** A size and colours of the window. */
export interface Look {
  readonly theme: (typeof THEMES)[number];
  readonly width: number;
}

/** A phone, a tablet and a computer, with heights that they have. */
const HEIGHTS: ReadonlyMap<number, number> = new Map([[320, 640], [768, 1024], [1280, 800], [1920, 1080]]);

/** The looks in which a screen has its pictures taken. */
export function looksOf({ wide }: Screen): readonly Look[] {
  const widths = [...HEIGHTS.keys()].filter((width) => width < 1920 || wide);
  return widths.flatMap((width) => THEMES.map((theme) => ({ theme, width })));
}

/** Gives a page that look. */
export async function takeLook(page: Page, { theme, width }: Look): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHTS.get(width) ?? 800 });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
}
