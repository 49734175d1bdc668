import type { HealthBook } from '../health/health-book.ts';
import type { GateAnswer, Proposal, Trial } from '../model/gate-check.ts';
import type { LogEntry, LogQuery, Move, MoveResult } from '../model/move.ts';
import type { Registry } from '../model/registry.ts';
import type { ManifestReading } from '../model/release-manifest.ts';
import type { SealedRelease } from '../sealing/seal.ts';
import type { TeamBook } from '../teams/team-book.ts';

/** What reading the registry gave. `problem` is a sentence part that names the place and quotes no content. */
export type RegistryReading =
  | { readonly status: 'ok'; readonly registry: Registry }
  | { readonly status: 'missing' }
  | { readonly status: 'malformed'; readonly problem: string };

/** A content coding that files are kept in besides their own bytes (RFC 9110 §8.4.1). */
export type Compression = 'br' | 'gzip';

/** A file of a release, as it is sent. */
export interface ReleaseFile {
  readonly content: Buffer;
  readonly encoding: Compression | 'identity';
  /** Integrity of the file itself, whatever the encoding. */
  readonly integrity: string;
}

/** A release that `collectGarbage` removed, or would remove. */
export interface RemovedRelease {
  readonly name: string;
  readonly release: string;
  /** What it took on the disk, with its compressed copies. */
  readonly bytes: number;
}

/** What `collectGarbage` came to. */
export interface GarbageReport {
  readonly removed: readonly RemovedRelease[];
  /** How many releases stay. */
  readonly kept: number;
}

/** Where releases, the registry, its log and the teams are kept (design §7, Stores). */
export interface ReleaseStore {
  /**
   * Stores a release for ever, with the result of its trial. The files must be those that the manifest states, and the
   * id must be the hash of the output that they were sealed from. Storing what is there already makes it young again
   * for `collectGarbage`; a passed trial takes the place of a failed one.
   *
   * @returns whether it was stored now, or was there already with the same bytes
   * @throws InvalidReleaseError if files, manifest and id do not belong together
   * @throws ReleaseConflictError if other bytes are there under the same id
   * @throws StoreLockedError
   */
  putRelease(sealed: SealedRelease, trial: Trial): Promise<'stored' | 'already-there'>;
  /** Reads a release's manifest. Names and ids of a wrong form are simply missing. */
  readManifest(name: string, release: string): Promise<ManifestReading>;
  /** Reads the result of a release's trial; null where none is stored, or none that can be understood. */
  readTrial(name: string, release: string): Promise<Trial | null>;
  /**
   * Reads a file that the release's manifest names; null for every other.
   *
   * @param encodings the encodings that the reader takes, the preferred one first
   */
  releaseFile(
    name: string,
    release: string,
    path: string,
    encodings?: readonly Compression[],
  ): Promise<ReleaseFile | null>;
  /** Reads the registry. */
  readRegistry(): Promise<RegistryReading>;
  /** A text that changes whenever the registry does, much cheaper than reading it. */
  registryFingerprint(): Promise<string>;
  /** Reads the log of moves, the newest first. @throws LogUnreadableError if an entry is damaged */
  readLog(query: LogQuery): Promise<readonly LogEntry[]>;
  /**
   * Changes what is live, if the registry is still at the expected revision and the gate allows it. A wish that is
   * fulfilled already changes nothing.
   *
   * @throws InvalidMoveError if the wish itself cannot be understood
   * @throws RevisionMismatchError, MoveRefusedError, RegistryUnreadableError or StoreLockedError
   */
  move(move: Move): Promise<MoveResult>;
  /** Asks the gate, and moves nothing. @throws RegistryUnreadableError */
  check(proposal: Proposal): Promise<GateAnswer>;
  /** Who may release what. */
  readonly teams: TeamBook;
  /** What tabs told of releases. */
  readonly health: HealthBook;
  /**
   * Removes releases that nothing needs: those that were neither live nor `previous` at any time within the age, and
   * were not stored within it either.
   *
   * @param options `olderThanDays`: the age, which should be longer than tabs stay open
   * @throws RegistryUnreadableError, LogUnreadableError or StoreLockedError
   */
  collectGarbage(options: { readonly olderThanDays: number; readonly dryRun: boolean }): Promise<GarbageReport>;
}
