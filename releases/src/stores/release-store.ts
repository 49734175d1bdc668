import type { HealthBook } from '../health/health-book.ts';
import type { GateResponse, Proposal, SmokeTestResult } from '../model/gate-check.ts';
import type { LogEntry, LogQuery, Move, MoveResult } from '../model/move.ts';
import { emptyRegistry, type Registry } from '../model/registry.ts';
import type { ManifestReading } from '../model/release-manifest.ts';
import { RegistryUnreadableError } from '../model/store-errors.ts';
import type { SealedRelease } from '../sealing/seal.ts';
import type { TeamBook } from '../teams/team-book.ts';

/** The result of reading the registry. `problem` is a sentence part that names the place and never quotes content. */
export type RegistryReading =
  | { readonly status: 'ok'; readonly registry: Registry }
  | { readonly status: 'missing' }
  | { readonly status: 'malformed'; readonly problem: string };

/** A content coding of a compressed copy (RFC 9110 §8.4.1). */
export type Compression = 'br' | 'gzip';

/** A file of a release, ready to send. */
export interface ReleaseFile {
  readonly content: Buffer;
  readonly encoding: Compression | 'identity';
}

/** A release that `collectGarbage` removed or, in a dry run, would remove. */
export interface RemovedRelease {
  readonly name: string;
  readonly release: string;
  /** Its size in the store, including compressed copies. */
  readonly bytes: number;
}

/** The result of `collectGarbage`. */
export interface GarbageReport {
  readonly removed: readonly RemovedRelease[];
  /** The number of releases that stay. */
  readonly kept: number;
}

/** Stores releases, the registry, its log and the teams. */
export interface ReleaseStore {
  /**
   * Stores a release permanently, with the result of its smoke test. The files must match the manifest, and the id must
   * be the hash of the sealed output. Storing a release again restarts its age for `collectGarbage`, and a passed test
   * replaces a failed one.
   *
   * @returns whether the release was stored now, or was already there with the same content
   * @throws InvalidReleaseError if files, manifest and id do not match
   * @throws ReleaseConflictError if the store has other content under this id
   * @throws StoreLockedError
   */
  putRelease(sealed: SealedRelease, smokeTest: SmokeTestResult): Promise<'stored' | 'already-there'>;
  /** Reads a release's manifest. Malformed names and ids count as missing. */
  readManifest(name: string, release: string): Promise<ManifestReading>;
  /** Reads the result of a release's smoke test; null if none is stored, or if it is malformed. */
  readSmokeTest(name: string, release: string): Promise<SmokeTestResult | null>;
  /**
   * Reads a file that the release's manifest lists; null for any other path.
   *
   * @param encodings the encodings that the caller accepts, the preferred one first
   */
  releaseFile(
    name: string,
    release: string,
    path: string,
    encodings?: readonly Compression[],
  ): Promise<ReleaseFile | null>;
  /** Reads the registry. */
  readRegistry(): Promise<RegistryReading>;
  /** A text that changes with the registry. Much cheaper than reading the registry. */
  registryFingerprint(): Promise<string>;
  /** Reads the log of moves, the newest first. @throws LogUnreadableError if an entry is damaged */
  readLog(query: LogQuery): Promise<readonly LogEntry[]>;
  /**
   * Changes what is live, if the registry is still at the expected revision and the gate allows it. Does nothing if the
   * registry is already in the requested state.
   *
   * @throws InvalidMoveError if the move itself is invalid
   * @throws RevisionMismatchError, MoveRefusedError, RegistryUnreadableError or StoreLockedError
   */
  move(move: Move): Promise<MoveResult>;
  /** Runs the gate without moving anything. @throws RegistryUnreadableError */
  check(proposal: Proposal): Promise<GateResponse>;
  /** Who may release what. */
  readonly teams: TeamBook;
  /** How releases perform, by the reports of tabs. */
  readonly health: HealthBook;
  /**
   * Removes unused releases: those that were not live, canary or `previous`, and were not stored, within the given age.
   *
   * @param options `olderThanDays`: the age; choose it longer than tabs stay open
   * @throws RegistryUnreadableError, LogUnreadableError or StoreLockedError
   */
  collectGarbage(options: { readonly olderThanDays: number; readonly dryRun: boolean }): Promise<GarbageReport>;
}

/** The current registry; an empty one before the first publish. @throws RegistryUnreadableError */
export async function currentRegistry(store: Pick<ReleaseStore, 'readRegistry'>): Promise<Registry> {
  const reading = await store.readRegistry();
  if (reading.status === 'malformed') throw new RegistryUnreadableError(reading.problem);
  return reading.status === 'ok' ? reading.registry : emptyRegistry;
}
