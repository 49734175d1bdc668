import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { shownRelease, type ReleasePage, type Which } from '../releases/two-releases.ts';

/** What visitors came to see while releases went to and fro. */
export interface Seen {
  /** Pages that were opened in new tabs. */
  loads: number;
  /** Visits of the module in a tab that stays open. */
  visits: number;
  /** How often that tab had another release than at its visit before. */
  switches: number;
  /** Which releases new tabs got. */
  readonly releases: Set<Which>;
}

/** Links of the module's pages to one another. */
const LINKS: Readonly<Record<ReleasePage, readonly [name: string, path: ReleasePage]>> = {
  '/login': ['Forgot your password?', '/reset-password'],
  '/reset-password': ['Back to log in', '/login'],
  '/register': ['Log in', '/login'],
};

/** Opens pages of the module in new tabs; those that a visitor then goes on to must be of the same release. */
export async function keepOpeningTabs(context: BrowserContext, seen: Seen, goOn: () => boolean): Promise<void> {
  const paths = Object.keys(LINKS) as ReleasePage[];
  for (let turn = 0; goOn(); turn += 1) {
    const path = paths[turn % paths.length] ?? '/login';
    const page = await context.newPage();
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(200);
    seen.releases.add(await walk(page, path));
    seen.loads += 1;
    await page.close();
  }
}

/** Goes to the module and away again in one tab; during one visit all its pages must be of the same release. */
export async function keepVisiting(page: Page, seen: Seen, goOn: () => boolean): Promise<void> {
  await page.goto('/');
  let before: Which | null = null;
  while (goOn()) {
    await expect(page.getByRole('heading', { level: 1, name: 'One place for your work' })).toBeVisible();
    // As somebody does who was elsewhere for a while: the tab looks for what is new.
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await page.getByRole('banner').getByRole('link', { name: 'Create account' }).click();
    const release = await walk(page, '/register');
    if (before !== null && release !== before) seen.switches += 1;
    before = release;
    await page.getByRole('banner').getByRole('link', { name: 'Atrium' }).click();
    seen.visits += 1;
  }
}

/** Follows the module's own links from one of its pages, and back to one seen before. */
async function walk(page: Page, start: ReleasePage): Promise<Which> {
  const release = await shownRelease(page, start);
  let at = start;
  for (let step = 0; step < 3; step += 1) {
    const [name, path] = LINKS[at];
    await page.getByRole('main').getByRole('link', { name, exact: true }).click();
    expect(await shownRelease(page, path), `${path} after ${at}`).toBe(release);
    at = path;
  }
  return release;
}
