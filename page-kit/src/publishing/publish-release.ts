import { inspect } from '@atrium/releases/inspection';
import { canBeForced } from '@atrium/releases/gate';
import { registeredRemote, type Move, type MoveResult, type Proposal, type SmokeTestResult } from '@atrium/releases/model';
import { currentRegistry, MoveRefusedError, type ReleaseStore } from '@atrium/releases/stores';
import type { SealedRelease } from '@atrium/releases/sealing';
import { runSmokeTest } from '../smoke-test/run-smoke-test.ts';
import { movePointer } from './move-pointer.ts';

/** What to publish, and how. */
export interface Publication extends Pick<Move, 'who' | 'why' | 'force'> {
  readonly sealed: SealedRelease;
  /** Folder of the remote's sources: see SmokeTestOptions. */
  readonly folder: string;
  /** If set, the release becomes the canary for this percentage of visitors instead of going live. */
  readonly percent?: number;
  /** The result of its smoke test, if the caller has it. Otherwise the test runs, unless the release passed it before. */
  readonly smokeTest?: SmokeTestResult;
  /** Called at the start of each step. */
  readonly onStep?: (step: string) => void;
}

/** The result of publishing. */
export interface Published extends MoveResult {
  readonly smokeTest: SmokeTestResult;
  readonly stored: 'stored' | 'already-there';
}

/**
 * Makes a sealed build the live release of its remote, or its canary: runs the smoke test, asks the gate, stores it, and moves
 * the pointer. A release that the gate refuses is not stored. A live release that is already stored is not uploaded again.
 *
 * @throws MoveRefusedError with the gate's findings; RevisionMismatchError if someone else moved this remote during the upload;
 *   everything that the store throws
 */
export async function publishRelease(
  store: ReleaseStore,
  { sealed, folder, percent, onStep = () => undefined, who, why, force = false, ...known }: Publication,
): Promise<Published> {
  const { name, release } = sealed.manifest;
  const smokeTest = known.smokeTest ?? (await smokeTestOf(store, sealed, folder, onStep));
  const seen = await currentRegistry(store);
  const live = registeredRemote(seen, name)?.live === release;
  // A live release stays live even if a forced move has made it incompatible since.
  if (!live) {
    onStep('Asking the gate');
    const { allowed, findings } = await store.check(proposalOf(sealed, smokeTest));
    if (!allowed && !(force && findings.every(canBeForced))) throw new MoveRefusedError(`${name} ${release} may not go live`, findings);
  }
  const stored = live && (await isStored(store, sealed)) ? 'already-there' : await storeRelease(store, sealed, smokeTest, onStep);
  onStep(percent === undefined ? 'Making it live' : 'Making it the canary');
  const target = percent === undefined ? ({ action: 'publish' } as const) : ({ action: 'canary', percent } as const);
  const moved = await movePointer(store, { ...target, name, release, who, why, force }, seen);
  return { ...moved, smokeTest, stored };
}

/** Stores a sealed build without making it live. @throws everything that the store throws */
export function storeRelease(store: ReleaseStore, sealed: SealedRelease, smokeTest: SmokeTestResult, onStep: (step: string) => void): ReturnType<ReleaseStore['putRelease']> {
  onStep(`Storing ${sealed.files.size} files`);
  return store.putRelease(sealed, smokeTest);
}

/** Whether a release is stored completely. Its files are stored and removed together, so it is enough to look for its entry. */
async function isStored(store: ReleaseStore, { manifest: { name, release, entry } }: SealedRelease): Promise<boolean> {
  const smokeTest = await store.readSmokeTest(name, release);
  return smokeTest?.passed === true && (await store.releaseFile(name, release, entry)) !== null;
}

/** What the gate needs to know of a release that is not stored yet. */
export function proposalOf(sealed: SealedRelease, smokeTest: SmokeTestResult): Proposal {
  const { forbidden, styles } = inspect(sealed);
  return { manifest: sealed.manifest, smokeTest, forbidden, styles };
}

/** The result of the smoke test. A stored result is reused if it is a pass, because the same bytes would pass again. */
export async function smokeTestOf(
  store: ReleaseStore,
  sealed: SealedRelease,
  folder: string,
  onStep: (step: string) => void = () => undefined,
): Promise<SmokeTestResult> {
  const { name, release } = sealed.manifest;
  const known = await store.readSmokeTest(name, release);
  if (known?.passed) return known;
  onStep(`Testing ${name} ${release}`);
  return runSmokeTest(sealed, { folder });
}
