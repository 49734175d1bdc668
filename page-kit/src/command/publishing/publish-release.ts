import { inspect } from '@atrium/releases/inspection';
import { canBeForced } from '@atrium/releases/gate';
import type { Move, MoveResult } from '@atrium/releases/move';
import type { Proposal, SmokeTestResult } from '@atrium/releases/gate-check';
import { registeredRemote } from '@atrium/releases/registry';
import type { ReleaseStore } from '@atrium/releases/release-store';
import type { SealedRelease } from '@atrium/releases/seal';
import { MoveRefusedError } from '@atrium/releases/store-errors';
import { runSmokeTest } from '../../smoke-test/run-smoke-test.ts';
import { currentRegistry } from './current-registry.ts';
import { movePointer } from './move-pointer.ts';

/** What to publish, and how. */
export interface Publication extends Pick<Move, 'who' | 'why' | 'force'> {
  readonly sealed: SealedRelease;
  /** Folder of the remote's sources: see SmokeTestOptions. */
  readonly folder: string;
  /** Given, it becomes the canary for so many percent of the visitors, and is not made live. */
  readonly percent?: number;
  /** The result of its smoke test, if known. Without it, the test runs unless the release passed it before. */
  readonly smokeTest?: SmokeTestResult;
  /** Is told what is being done. */
  readonly onStep?: (step: string) => void;
}

/** What publishing came to. */
export interface Published extends MoveResult {
  readonly smokeTest: SmokeTestResult;
  readonly stored: 'stored' | 'already-there';
}

/**
 * Makes a sealed build the live release of its remote, or its canary: tries its code, asks the gate, stores it, moves the
 * pointer.
 * What would be refused is not stored, and what is live and stored is not sent again.
 *
 * @throws MoveRefusedError with the gate's findings, and all that the store throws
 */
export async function publishRelease(
  store: ReleaseStore,
  { sealed, folder, percent, onStep = () => undefined, who, why, force = false, ...known }: Publication,
): Promise<Published> {
  const { name, release } = sealed.manifest;
  const smokeTest = known.smokeTest ?? (await smokeTestOf(store, sealed, folder, onStep));
  const live = registeredRemote(await currentRegistry(store), name)?.live === release;
  // What is live needs no leave to stay, whatever others were forced to since.
  if (!live) {
    onStep('Asking the gate');
    const { allowed, findings } = await store.check(proposalOf(sealed, smokeTest));
    if (!allowed && !(force && findings.every(canBeForced))) throw new MoveRefusedError(`${name} ${release} may not go live`, findings);
  }
  const stored = live && (await isKept(store, sealed)) ? 'already-there' : await keep(store, sealed, smokeTest, onStep);
  onStep(percent === undefined ? 'Making it live' : 'Making it the canary');
  const goal = percent === undefined ? ({ action: 'publish' } as const) : ({ action: 'canary', percent } as const);
  const moved = await movePointer(store, { ...goal, name, release, who, why, force });
  return { ...moved, smokeTest, stored };
}

/** Whether nothing of a release would have to be sent. Its entry stands for its files, which come and go together. */
async function isKept(store: ReleaseStore, { manifest: { name, release, entry } }: SealedRelease): Promise<boolean> {
  const smokeTest = await store.readSmokeTest(name, release);
  return smokeTest?.passed === true && (await store.releaseFile(name, release, entry)) !== null;
}

function keep(store: ReleaseStore, sealed: SealedRelease, smokeTest: SmokeTestResult, onStep: (step: string) => void): ReturnType<ReleaseStore['putRelease']> {
  onStep(`Storing ${sealed.files.size} files`);
  return store.putRelease(sealed, smokeTest);
}

/** What the gate is asked about a release that is not stored yet. */
export function proposalOf(sealed: SealedRelease, smokeTest: SmokeTestResult): Proposal {
  const { forbidden, styles } = inspect(sealed);
  return { manifest: sealed.manifest, smokeTest, forbidden, styles };
}

/** The result of running the code: the stored one if it passed, as the same bytes would pass again. */
export async function smokeTestOf(
  store: ReleaseStore,
  sealed: SealedRelease,
  folder: string,
  onStep: (step: string) => void = () => undefined,
): Promise<SmokeTestResult> {
  const { name, release } = sealed.manifest;
  const known = await store.readSmokeTest(name, release);
  if (known?.passed) return known;
  onStep(`Trying ${name} ${release}`);
  return runSmokeTest(sealed, { folder });
}
