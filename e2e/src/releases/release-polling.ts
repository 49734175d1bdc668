import type { Page, Request } from '@playwright/test';
import { expect } from '../fixtures/site-test.ts';

const LISTING = '/__atrium/registry';

/** Lets a test say what time it is in the tab. Call it before the first page is opened. */
export async function controlTime(page: Page): Promise<void> {
  await page.clock.install();
}

/**
 * Has the tab ask what is live, as if its person had been elsewhere for a while and came back, until it has taken what
 * the server says: it asks with the tag of the listing that it took last, and the server answers that this is the one.
 */
export async function lookForReleases(page: Page): Promise<void> {
  await expect(async () => {
    const answer = await (await comeBack(page)).response();
    expect(answer?.status()).toBe(304);
  }).toPass();
}

/** Has the tab ask so many times. One question is asked at a time: each shows that the answer before it was dealt with. */
export async function askTimes(page: Page, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await expect(async () => void (await comeBack(page))).toPass();
}

/** Comes back to the tab. Gives what it asks; fails where it does not. */
async function comeBack(page: Page): Promise<Request> {
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === LISTING, { timeout: 1_000 });
  const come = async () => {
    await page.clock.fastForward(6_000);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  };
  const [request] = await Promise.all([asked, come()]);
  return request;
}
