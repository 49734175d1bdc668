import type { BrowserContext, Page } from '@playwright/test';
import { painted } from '../checks/layout-shifts.ts';
import type { Screen } from './screen.ts';

/** The colour schemes in which pictures are taken. */
const THEMES = ['light', 'dark'] as const;

/** A window size and a colour scheme. */
export interface Variant {
  readonly theme: (typeof THEMES)[number];
  readonly width: number;
}

/** The window heights of a phone, a tablet and two computers, by width. */
const HEIGHTS: ReadonlyMap<number, number> = new Map([[390, 844], [768, 1024], [1440, 900], [1920, 1080]]);

/** Higher than every screen, in CSS pixels. */
const HIGH_ENOUGH = 6000;

/** Milliseconds that a screen may take to load the type face after everything else. */
const TYPE_FACE_WAIT = 10_000;

/** The moment that every picture shows. */
const NOW = new Date('2026-03-02T09:30:00Z');

/** Times in the backend's responses: `"created_at":"2026-…"`. */
const STORED_TIMES = /"(\w+_at|last_change)":\s*"(\d{4}-\d\d-\d\dT[^"]+)"/g;

const DAY = 24 * 60;

/** Minutes that have passed since the latest time in a response, the one before it, and so on. */
const AGES = [2, 26, 70, 195, DAY + 120, 3 * DAY, 5 * DAY, 8 * DAY, 15 * DAY, 30 * DAY];

/** Minutes until invitations end. */
const UNTIL_END = 7 * DAY;

/** The variants in which pictures of a screen are taken. */
export function variantsOf({ wide }: Screen): readonly Variant[] {
  const widths = [...HEIGHTS.keys()].filter((width) => width < 1920 || wide);
  return widths.flatMap((width) => THEMES.map((theme) => ({ theme, width })));
}

/** Applies a variant to a page. */
export async function applyVariant(page: Page, { theme, width }: Variant): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHTS.get(width) ?? 800 });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
}

/** Stops the clock of a browser's pages, and replaces all times in the backend's responses, so that a picture does not show when it was taken. */
export async function stopClock(context: BrowserContext): Promise<void> {
  await context.clock.setFixedTime(NOW);
  await context.route(/\/(?:rest\/v1|auth\/v1\/(?:user|factors))/, async (route) => {
    if (route.request().method() === 'OPTIONS') return route.fallback();
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: withFixedTimes(text) });
  });
}

/** Replaces the times in a response. The order of what happened stays, and what lasts ends later. */
function withFixedTimes(text: string): string {
  const stored = [...text.matchAll(STORED_TIMES)].map(([, , time = '']) => Date.parse(time));
  const latestFirst = [...new Set(stored)].sort((one, other) => other - one);
  return text.replaceAll(STORED_TIMES, (_, key: string, time: string) => {
    const age = AGES[Math.min(latestFirst.indexOf(Date.parse(time)), AGES.length - 1)] ?? 0;
    const minutes = key === 'expires_at' ? UNTIL_END : -age;
    return `"${key}":"${new Date(NOW.getTime() + minutes * 60_000).toISOString()}"`;
  });
}

/** Takes a picture of the window without animations and caret, in the site's type face. */
export async function takePicture(page: Page, options: { readonly path?: string; readonly fullPage?: boolean } = {}, { covered }: Pick<Screen, 'covered'> = {}): Promise<Buffer> {
  await showTypeFace(page);
  await page.evaluate(() => {
    // The browser does not load a lazy picture that is hidden or far below the window, and its `decode` would never settle.
    const isNear = (image: HTMLImageElement) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight;
    return Promise.all([...document.images].filter((image) => image.loading !== 'lazy' || isNear(image)).map((image) => image.decode().catch(() => undefined)));
  });
  return page.screenshot({ ...options, animations: 'disabled', caret: 'hide', mask: [...(covered?.(page) ?? [])], maskColor: '#8a8a8a' });
}

/** Shows the type face, which visitors get with the second page of a tab, or with their next document. */
async function showTypeFace(page: Page): Promise<void> {
  // Missing on screens that hold the site's files back.
  await page.waitForFunction(() => localStorage.getItem('atrium-type-face') !== null, null, { timeout: TYPE_FACE_WAIT }).catch(() => undefined);
  await page.evaluate(async () => {
    const files = JSON.parse(localStorage.getItem('atrium-type-face') ?? '[]') as readonly (readonly [family: string, source: string, weight: string])[];
    for (const [family, source, weight] of files) document.fonts.add(await new FontFace(family, source, { weight }).load());
  });
  await painted(page);
}

/** Takes a picture of the whole page. If a dialog is open, of the window, because a dialog covers only the window. */
export async function takeWholePicture(page: Page, path: string, screen: Screen): Promise<void> {
  // A covered text can have a different number of lines each time, which would move everything below it.
  for (const covered of screen.covered?.(page) ?? []) {
    await covered.evaluateAll((elements) => {
      for (const element of elements) if (element instanceof HTMLElement) Object.assign(element.style, { whiteSpace: 'nowrap', overflow: 'hidden' });
    });
  }
  const fullPage = (await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) === 0;
  if (fullPage) {
    await renderBelowFold(page);
    await placeFooter(page);
  }
  await takePicture(page, { path, fullPage }, screen);
}

/** Lets a page render everything below the fold once, so that its height is known. */
async function renderBelowFold(page: Page): Promise<void> {
  const size = page.viewportSize();
  if (!size) return;
  await page.setViewportSize({ ...size, height: HIGH_ENOUGH });
  await painted(page);
  await painted(page);
  await page.setViewportSize(size);
  await painted(page);
  await painted(page);
}

/** Puts the footer at the end of a page that is higher than the window. It sticks to the window, whose height changes while such a page is drawn. */
async function placeFooter(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isHigher = document.documentElement.scrollHeight > innerHeight;
    document.querySelector<HTMLElement>('.shell-footer')?.style.setProperty('position', isHigher ? 'static' : 'sticky');
  });
  await painted(page);
}
