import { setTimeout as pause } from 'node:timers/promises';
import { releaseSetSchema } from '@atrium/releases/release-set';
import * as v from 'valibot';

/** Milliseconds between two looks, and after which a release counts as not having come. */
const STEP = 10;
const LIMIT = 30_000;

/**
 * Waits until a new tab would run a release of a page module.
 * @param page address of a page of the module.
 * @throws {Error} when it does not come.
 */
export async function releaseIsVisible(page: string, module: string, release: string): Promise<void> {
  const end = performance.now() + LIMIT;
  while ((await releaseInDocument(page, module)) !== release) {
    if (performance.now() > end) throw new Error(`Release ${release} of ${module} did not become visible.`);
    await pause(STEP);
  }
}

async function releaseInDocument(page: string, module: string): Promise<string | undefined> {
  const document = await (await fetch(page, { headers: { accept: 'text/html' } })).text();
  const [, set] = /<script type="application\/json" id="atrium-release-set">(.*?)<\/script>/s.exec(document) ?? [];
  const { pages } = v.parse(v.pipe(v.string(), v.parseJson(), releaseSetSchema), set);
  return pages.find(({ name }) => name === module)?.release;
}
