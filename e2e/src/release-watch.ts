import type { Page } from '@playwright/test';
import { expect } from './site-test.ts';

/** Lets a test say what time it is in the tab. Call it before the first page is opened. */
export async function controlTime(page: Page): Promise<void> {
  await page.clock.install();
}

/** Has the tab ask what is live, as if its person had been elsewhere for a while and came back; waits for the answer. */
export async function lookForReleases(page: Page): Promise<void> {
  let answered = false;
  page.on('response', (response) => (answered ||= new URL(response.url()).pathname === '/__atrium/registry'));
  await expect(async () => {
    await page.clock.fastForward(6_000);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect.poll(() => answered, { timeout: 1_000 }).toBe(true);
  }).toPass();
}
