import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/directory-store';
import { sealBuild } from '@atrium/releases/seal';
import { ROOT, SITE_PARTS, type SitePart } from './site-parts.ts';
import { StartError } from './start-error.ts';

/**
 * Makes the builds of this checkout the live releases of a directory store. A build that is live already changes nothing.
 * @throws {StartError} when the store's registry is damaged.
 */
export async function publishBuilds(directory: string): Promise<void> {
  for (const part of SITE_PARTS) await publishBuild(part, directory);
}

/**
 * Makes the build of one part its live release in a directory store; the other parts stay as they are.
 * @returns the id of the release.
 * @throws {StartError} when the store's registry is damaged.
 */
export async function publishBuild(part: SitePart, directory: string): Promise<string> {
  const store = openDirectoryStore(directory);
  const sealed = await sealBuild(path.join(ROOT, part.folder, 'dist'));
  await store.putRelease(sealed, { schema: 1, passed: true, problems: [], when: new Date().toISOString() });
  const reading = await store.readRegistry();
  if (reading.status === 'malformed') {
    throw new StartError(`The registry in ${directory} is damaged (${reading.problem}); run \`npm start -- --reset\`.`);
  }
  await store.move({
    action: 'publish',
    name: part.name,
    release: sealed.manifest.release,
    expectedRevision: reading.status === 'ok' ? reading.registry.revision : 0,
    who: process.env['USER'] ?? 'unknown',
    why: 'the build of this checkout',
  });
  return sealed.manifest.release;
}
