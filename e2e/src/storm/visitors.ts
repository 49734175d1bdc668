import { expect, type BrowserContext, type Page } from '@playwright/test';
import { shownRelease, type ReleasePage, type Which } from '../releases/two-releases.ts';

/** Counts of what visitors saw while releases changed. */
export interface Seen {
  /** Pages opened in new tabs. */
  loads: number;
  /** Visits of the module in a tab that stays open. */
  visits: number;
  /** How often that tab had another release than at the previous visit. */
  switches: number;
  /** The releases that new tabs got. */
  readonly releases: Set<Which>;
}

/** The links between the module's pages. */
const LINKS: Readonly<Record<ReleasePage, readonly [name: string, path: ReleasePage]>> = {
  '/login': ['Forgot your password?', '/reset-password'],
  '/reset-password': ['Back to log in', '/login'],
  '/register': ['Log in', '/login'],
};

/** Opens pages of the module in new tabs, and follows their links. All pages in one tab must be of the same release. */
export async function keepOpeningTabs(context: BrowserContext, seen: Seen, goOn: () => boolean): Promise<void> {
  const paths = Object.keys(LINKS) as ReleasePage[];
  for (let turn = 0; goOn(); turn += 1) {
    const path = paths[turn % paths.length] ?? '/login';
    const page = await context.newPage();
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
    seen.releases.add(await walk(page, path));
    seen.loads += 1;
    await page.close();
  }
}

/** Visits and leaves the module in one tab. During a visit, all pages must be of the same release. */
export async function keepVisiting(page: Page, seen: Seen, goOn: () => boolean): Promise<void> {
  await page.goto('/');
  let before: Which | null = null;
  while (goOn()) {
    await expect(page.getByRole('heading', { level: 1, name: 'Shared boards for notes that matter' })).toBeVisible();
    // Return to the tab, which then checks for new releases.
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await page.getByRole('banner').getByRole('link', { name: 'Create account' }).click();
    const release = await walk(page, '/register');
    if (before !== null && release !== before) seen.switches += 1;
    before = release;
    await page.getByRole('banner').getByRole('link', { name: 'Atrium' }).click();
    seen.visits += 1;
  }
}

/** Follows three links between the module's pages. */
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
