import { inspect } from '@atrium/releases/inspection';
import { canBeForced } from '@atrium/releases/gate';
import type { Move, MoveResult } from '@atrium/releases/move';
import type { Proposal, Trial } from '@atrium/releases/gate-check';
import { registeredRemote } from '@atrium/releases/registry';
import type { ReleaseStore } from '@atrium/releases/release-store';
import type { SealedRelease } from '@atrium/releases/seal';
import { MoveRefusedError } from '@atrium/releases/store-errors';
import { runTrial } from '../../trial/run-trial.ts';
import { currentRegistry } from './current-registry.ts';
import { movePointer } from './move-pointer.ts';

/** What to publish, and how. */
export interface Publication extends Pick<Move, 'who' | 'why' | 'force'> {
  readonly sealed: SealedRelease;
  /** Folder of the remote's sources: see TrialOptions. */
  readonly folder: string;
  /** Given, it becomes the canary for so many percent of the visitors, and is not made live. */
  readonly percent?: number;
  /** The result of its trial where that is known; left out, it is tried unless it passed before. */
  readonly trial?: Trial;
  /** Is told what is being done. */
  readonly onStep?: (step: string) => void;
}

/** What publishing came to. */
export interface Published extends MoveResult {
  readonly trial: Trial;
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
  const trial = known.trial ?? (await trialOf(store, sealed, folder, onStep));
  const live = registeredRemote(await currentRegistry(store), name)?.live === release;
  // What is live needs no leave to stay, whatever others were forced to since.
  if (!live) {
    onStep('Asking the gate');
    const { allowed, findings } = await store.check(proposalOf(sealed, trial));
    if (!allowed && !(force && findings.every(canBeForced))) throw new MoveRefusedError(`${name} ${release} may not go live`, findings);
  }
  const stored = live && (await isKept(store, sealed)) ? 'already-there' : await keep(store, sealed, trial, onStep);
  onStep(percent === undefined ? 'Making it live' : 'Making it the canary');
  const goal = percent === undefined ? ({ action: 'publish' } as const) : ({ action: 'canary', percent } as const);
  const moved = await movePointer(store, { ...goal, name, release, who, why, force });
  return { ...moved, trial, stored };
}

/** Whether nothing of a release would have to be sent. Its entry stands for its files, which come and go together. */
async function isKept(store: ReleaseStore, { manifest: { name, release, entry } }: SealedRelease): Promise<boolean> {
  const trial = await store.readTrial(name, release);
  return trial?.passed === true && (await store.releaseFile(name, release, entry)) !== null;
}

function keep(store: ReleaseStore, sealed: SealedRelease, trial: Trial, onStep: (step: string) => void): ReturnType<ReleaseStore['putRelease']> {
  onStep(`Storing ${sealed.files.size} files`);
  return store.putRelease(sealed, trial);
}

/** What the gate is asked about a release that is not stored yet. */
export function proposalOf(sealed: SealedRelease, trial: Trial): Proposal {
  const { forbidden, styles } = inspect(sealed);
  return { manifest: sealed.manifest, trial, forbidden, styles };
}

/** The result of running the code: the stored one if it passed, as the same bytes would pass again. */
export async function trialOf(
  store: ReleaseStore,
  sealed: SealedRelease,
  folder: string,
  onStep: (step: string) => void = () => undefined,
): Promise<Trial> {
  const { name, release } = sealed.manifest;
  const known = await store.readTrial(name, release);
  if (known?.passed) return known;
  onStep(`Trying ${name} ${release}`);
  return runTrial(sealed, { folder });
}
