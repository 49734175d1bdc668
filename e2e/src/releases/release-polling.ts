import { expect, type Page, type Request } from '@playwright/test';

const LISTING = '/__atrium/registry';

/** Lets a test control the time in the tab. Call it before the first page is opened. */
export async function controlTime(page: Page): Promise<void> {
  await page.clock.install();
}

/**
 * Lets the tab check for new releases, as when its user returns to it, until it has the server's current listing: it sends the
 * tag of its listing, and the server responds that nothing has changed.
 */
export async function checkForReleases(page: Page): Promise<void> {
  await expect(async () => {
    const response = await (await returnToTab(page)).response();
    expect(response?.status()).toBe(304);
  }).toPass();
}

/** Lets the tab check several times. It sends one request at a time, so each request shows that it has handled the last response. */
export async function pollTimes(page: Page, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await expect(async () => void (await returnToTab(page))).toPass();
}

/** Returns to the tab. Resolves with the request that the tab sends, and rejects if it sends none. */
async function returnToTab(page: Page): Promise<Request> {
  const sent = page.waitForRequest((request) => new URL(request.url()).pathname === LISTING, { timeout: 1_000 });
  const focus = async () => {
    await page.clock.fastForward(6_000);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  };
  const [request] = await Promise.all([sent, focus()]);
  return request;
}
