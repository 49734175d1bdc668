import type { RunningSite } from './real-site.ts';

/**
 * Lends running sites and ends them all, the last one first, whatever happens.
 * @param task gets a function that takes a site into care, and gives it back.
 */
export async function withSites<Value>(
  task: (keep: <Site extends RunningSite>(site: Promise<Site>) => Promise<Site>) => Promise<Value>,
): Promise<Value> {
  const running: RunningSite[] = [];
  try {
    return await task(async (starting) => {
      const site = await starting;
      running.push(site);
      return site;
    });
  } finally {
    for (const site of running.reverse()) await site.stop();
  }
}
