import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two looks, and after which a release counts as not having come. */
const STEP = 10;
const LIMIT = 30_000;

/**
 * Waits until the document of a new tab names a release.
 * @param page address of a page of the module.
 * @throws {Error} when it does not come.
 */
export async function releaseIsVisible(page: string, release: string): Promise<void> {
  const end = performance.now() + LIMIT;
  while (!(await newDocument(page)).includes(release)) {
    if (performance.now() > end) throw new Error(`Release ${release} did not become visible.`);
    await pause(STEP);
  }
}

async function newDocument(page: string): Promise<string> {
  return (await fetch(page, { headers: { accept: 'text/html' } })).text();
}
