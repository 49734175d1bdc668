import path from 'node:path';
import { publishRelease, smokeTestOf, type Publication } from '@atrium/page-kit/publishing';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import type { GateFinding } from '@atrium/releases/model';
import { MoveRefusedError, RegistryUnreadableError, type ReleaseStore } from '@atrium/releases/stores';
import { sealBuild } from '@atrium/releases/sealing';
import { ROOT, SITE_PARTS, type SitePart } from '../repository/repository.ts';
import { StartError } from './start-error.ts';

/** Checks that parts of this checkout can fail against live parts of an older one. They pass once all parts are live. */
const PASS_TOGETHER: ReadonlySet<GateFinding['check']> = new Set(['contract', 'shared', 'router-names', 'federation', 'paths', 'slots', 'shortcuts']);

/**
 * Makes the builds of this checkout the live releases of a directory store, with the smoke test and the gate of `atrium publish`.
 * Skips a build that is already live.
 *
 * The parts go live one after the other but belong together, so findings about the mixture in between are overruled.
 *
 * @param options of the store
 * @throws {StartError} if the store's registry is damaged
 */
export async function publishBuilds(directory: string, options?: Parameters<typeof openDirectoryStore>[1]): Promise<void> {
  const store = openDirectoryStore(directory, options);
  // The smoke tests take the most time, so they run in parallel.
  const publications = await Promise.all(SITE_PARTS.map((part) => publicationOf(store, part)));
  for (const publication of publications) {
    try {
      await publish(store, publication, directory);
    } catch (error) {
      if (!(error instanceof MoveRefusedError) || !error.findings.every(({ check }) => PASS_TOGETHER.has(check))) throw error;
      await publish(store, { ...publication, force: true, why: 'the builds of this checkout go live together' }, directory);
    }
  }
}

/**
 * Makes the build of one part its live release. The other parts stay as they are.
 * @returns the id of the release
 * @throws StoreError if the gate refuses the release, or the store is damaged or unreachable
 */
export async function publishBuild(part: SitePart, store: ReleaseStore): Promise<string> {
  const publication = await publicationOf(store, part);
  await publishRelease(store, publication);
  return publication.sealed.manifest.release;
}

async function publicationOf(store: ReleaseStore, part: SitePart): Promise<Publication> {
  const folder = path.join(ROOT, part.folder);
  const sealed = await sealBuild(path.join(folder, 'dist'));
  const smokeTest = await smokeTestOf(store, sealed, folder);
  return { sealed, folder, smokeTest, who: process.env['USER'] ?? 'unknown', why: 'the build of this checkout' };
}

async function publish(store: ReleaseStore, publication: Publication, directory: string): Promise<void> {
  try {
    await publishRelease(store, publication);
  } catch (error) {
    if (!(error instanceof RegistryUnreadableError)) throw error;
    throw new StartError(`The registry in ${directory} is damaged. Run \`npm start -- --reset\`. ${error.message}`, { cause: error });
  }
}
