import { expect, type Page } from '@playwright/test';

/**
 * Moves the time of a tab forward until an expectation holds, so that a test does not wait for the site's timers. Call
 * `page.clock.install()` before the first page is opened.
 *
 * @param milliseconds the step, which each attempt repeats
 * @param expectation must fail soon, so that the next attempt can follow
 * @param timeout milliseconds for all attempts; by default the rest of the test's time
 */
export async function fastForwardUntil(page: Page, milliseconds: number, expectation: () => Promise<void>, timeout?: number): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(milliseconds);
    await expectation();
  }).toPass({ intervals: [20, 50, 100, 250], ...(timeout !== undefined && { timeout }) });
}
