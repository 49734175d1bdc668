import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect } from '@playwright/test';
import { Noise } from './noise.ts';
import type { RunningBackend } from './running-backend.ts';
import { runSite, runSiteBeside, type RunningSite, type Site } from './running-site.ts';
import { Cast } from './screens/cast.ts';
import type { Language } from './screens/site-texts.ts';
import { Theatre } from './screens/theatre.ts';
import { sharedSite } from './shared-sites.ts';
import { makeTeamBuilds, type TeamBuilds } from './team-folder.ts';

export { expect };

/** What each test has. */
export interface TestFixtures {
  /** The noise of the test's pages; a test fails on noise that it did not allow. */
  readonly noise: Noise;
}

/** What all tests of a worker have together. */
export interface WorkerFixtures {
  /** Whether the worker has a site of its own, where the people of screens can have the same addresses in each run. */
  readonly siteForEachWorker: boolean;
  /** The site that the whole run shares. */
  readonly site: Site;
  /** A site where addresses have to be confirmed, which the whole run shares. */
  readonly confirming: Site;
  /** The people who look at screens, with what they have on the site. */
  readonly cast: Cast;
  /** Where screens are shown in a language. */
  readonly theatreIn: (language: Language) => Theatre;
  /** What teams have built and can release. */
  readonly built: TeamBuilds;
}

/**
 * Tests against a running site.
 *
 * Playwright starts a new worker, with a new browser, wherever the set of worker fixtures changes: this is the only one.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  siteForEachWorker: [false, { option: true, scope: 'worker' }],
  site: [
    async ({ siteForEachWorker }, provide) => {
      if (!siteForEachWorker) return provide(sharedSite('open'));
      const site = await runSite();
      await provide(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  confirming: [({ browserName: _ }, provide) => provide(sharedSite('confirming')), { scope: 'worker' }],
  cast: [({ site, siteForEachWorker }, provide) => provide(new Cast(site, { sameAddresses: siteForEachWorker })), { scope: 'worker' }],
  theatreIn: [
    async ({ browser, site, cast }, provide) => {
      const theatres = new Map<Language, Theatre>();
      await provide((language) => {
        const theatre = theatres.get(language) ?? new Theatre({ browser, site, cast, language });
        theatres.set(language, theatre);
        return theatre;
      });
      for (const theatre of theatres.values()) await theatre.close();
    },
    { scope: 'worker' },
  ],
  built: [
    async ({ browserName: _ }, provide) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'atrium-e2e-built-'));
      await provide(await makeTeamBuilds(folder));
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
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

/** Tests that damage the site's releases: each has a site of its own, on the run's backend. */
export const damageTest = test.extend<{ damaged: RunningSite }>({
  damaged: async ({ site }, provide) => {
    const damaged = await runSiteBeside(site);
    await provide(damaged);
    await damaged.stop();
  },
  baseURL: async ({ damaged }, provide) => provide(damaged.url),
});

/** Tests that stop the backend: each has a whole site of its own. */
export const outageTest = test.extend<{ own: RunningSite & { readonly backend: RunningBackend } }>({
  own: async ({ browserName: _ }, provide) => {
    const own = await runSite();
    await provide(own);
    await own.stop();
  },
  baseURL: async ({ own }, provide) => provide(own.url),
});
