import { cp } from 'node:fs/promises';

/** Environment variable by which the workers learn where this run's releases are. */
export const PUBLISHED = 'ATRIUM_E2E_RELEASES';

/** Copies the release store that this run's builds were published to, so that a test may damage its copy. */
export async function copyPublishedBuilds(to: string): Promise<void> {
  const from = process.env[PUBLISHED];
  if (from === undefined) throw new Error('Nothing was published: the tests run under the global setup of playwright.config.ts.');
  await cp(from, to, { recursive: true });
}
