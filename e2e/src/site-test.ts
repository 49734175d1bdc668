import { test as base, expect } from '@playwright/test';
import { Noise } from './noise.ts';
import { runSite, runSiteBeside, type RunningSite } from './running-site.ts';

export { expect };

interface TestFixtures {
  /** The noise of the test's pages; a test fails on noise that it did not allow. */
  readonly noise: Noise;
}

/** Tests against a running site; each worker has one of its own. */
export const test = base.extend<TestFixtures, { site: RunningSite }>({
  site: [
    async ({ browserName: _ }, provide) => {
      const site = await runSite();
      await provide(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ site }, provide) => provide(site.url),
  noise: [
    async ({ context }, provide) => {
      const noise = new Noise(context);
      await provide(noise);
      expect(noise.unexpected, 'messages in the browser console').toEqual([]);
    },
    { auto: true },
  ],
});

/** Tests that damage the site's releases: each has a site of its own, on the worker's backend. */
export const damageTest = test.extend<{ damaged: RunningSite }>({
  damaged: async ({ site }, provide) => {
    const damaged = await runSiteBeside(site);
    await provide(damaged);
    await damaged.stop();
  },
  baseURL: async ({ damaged }, provide) => provide(damaged.url),
});
