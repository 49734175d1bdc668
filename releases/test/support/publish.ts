import type { Move, MoveResult } from '../../src/model/move.ts';
import { emptyRegistry, type Registry } from '../../src/model/registry.ts';
import type { ReleaseStore } from '../../src/stores/release-store.ts';
import { sealBuild, type SealedRelease } from '../../src/sealing/seal.ts';
import type { SmokeTestResult } from '../../src/model/gate-check.ts';
import { folderOf, pageFiles, passedSmokeTest } from './builds.ts';

/** Seals a build with these files. */
export async function sealed(files: Readonly<Record<string, string | Buffer>> = pageFiles()): Promise<SealedRelease> {
  return sealBuild(await folderOf(files));
}

/** The registry of a store, or the empty one. */
export async function registryOf(store: ReleaseStore): Promise<Registry> {
  const reading = await store.readRegistry();
  if (reading.status === 'malformed') throw new Error(reading.problem);
  return reading.status === 'ok' ? reading.registry : emptyRegistry;
}

/** Who and why in each move. The name is also the team whose token the tests of a site's store use, because a site logs that team. */
export const remarks = { who: 'the-platform', why: 'a test' };

/** Stores a build and returns its id. */
export async function stored(
  store: ReleaseStore,
  files: Readonly<Record<string, string | Buffer>>,
  smokeTest: SmokeTestResult = passedSmokeTest,
): Promise<{ readonly name: string; readonly release: string }> {
  const release = await sealed(files);
  await store.putRelease(release, smokeTest);
  return { name: release.manifest.name, release: release.manifest.release };
}

/** Stores a build and makes it live. */
export async function published(
  store: ReleaseStore,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<MoveResult & { readonly release: string }> {
  const { name, release } = await stored(store, files);
  return { ...(await moved(store, { action: 'publish', name, release })), release };
}

/** Rolls a remote back, to a release or to the previous one. */
export function rolledBack(store: ReleaseStore, name: string, release: string | null = null): Promise<MoveResult> {
  return moved(store, { action: 'rollback', name, release });
}

/** Makes a move on the current registry. */
export async function moved(store: ReleaseStore, request: Omit<Move, 'expectedRevision' | 'who' | 'why'>): Promise<MoveResult> {
  const { revision: expectedRevision } = await registryOf(store);
  return store.move({ ...request, expectedRevision, ...remarks });
}

/** Retires a remote. */
export function retired(store: ReleaseStore, name: string): Promise<MoveResult> {
  return moved(store, { action: 'retire', name, release: null });
}

/** A build of the module workspace that differs from others by a number. */
export function workspaceFiles(number: number): Record<string, string | Buffer> {
  return pageFiles(undefined, ' '.repeat(number));
}
