import { test as base } from '@playwright/test';
import { runSite, type RunningSite } from '../site/site.ts';
import type { BrowserDriver } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { Visitor } from './visitor.ts';
import { startWebKit } from './webkit.ts';

export { expect } from '@playwright/test';

/** The browsers besides Chromium, in which all other tests run. */
export const BROWSERS = { Firefox: startFirefox, WebKit: startWebKit } as const;

/** The name of a browser in {@link BROWSERS}. */
export type BrowserTitle = keyof typeof BROWSERS;

interface BrowserFixtures {
  /** The browser that the visitor uses; set it with `test.use`. */
  readonly title: BrowserTitle;
  readonly site: RunningSite;
  readonly driver: BrowserDriver;
  readonly visitor: Visitor;
}

/** Tests in a browser that Playwright does not control. Each has a site and a profile of its own. */
export const test = base.extend<BrowserFixtures>({
  title: ['Firefox', { option: true }],
  site: [
    async ({ browserName: _ }, provide) => {
      const site = await runSite();
      await provide(site);
      await site.stop();
    },
    { timeout: 120_000 },
  ],
  driver: [
    async ({ title }, provide, testInfo) => {
      const driver = await BROWSERS[title]();
      try {
        await provide(driver);
        const screenshot = testInfo.status === testInfo.expectedStatus ? null : await driver.screenshot();
        if (screenshot) await testInfo.attach('the page at the failure', { body: screenshot, contentType: 'image/png' });
      } finally {
        await driver.close();
      }
    },
    { timeout: 120_000 },
  ],
  visitor: ({ driver, site }, provide) => provide(new Visitor(driver, site.url)),
});
