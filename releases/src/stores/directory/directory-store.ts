import { resolve } from 'node:path';
import type { Evidence } from '../../gate/gate.ts';
import type { HealthBook } from '../../health/health-book.ts';
import type { GateResponse, Proposal, SmokeTestResult } from '../../model/gate-check.ts';
import type { LogEntry, LogQuery, Move, MoveResult } from '../../model/move.ts';
import type { ManifestReading } from '../../model/release-manifest.ts';
import { planMove } from '../../moves/plan-move.ts';
import { checkProposal, type StoreReader } from '../../moves/admit-release.ts';
import type { SealedRelease } from '../../sealing/seal.ts';
import type { TeamBook } from '../../teams/team-book.ts';
import type { CompressionEffort } from '../compressed-copies.ts';
import type { Compression, GarbageReport, RegistryReading, ReleaseFile, ReleaseStore } from '../release-store.ts';
import { withDirectoryLock } from './directory-lock.ts';
import { FileCache } from './file-cache.ts';
import { HealthFile } from './health-file.ts';
import { RegistryFiles } from './registry-files.ts';
import { ReleaseFiles } from './release-files.ts';
import { removeGarbage } from './remove-garbage.ts';
import { StorePaths } from './store-paths.ts';
import { TeamFile } from './team-file.ts';

/** Options of {@link openDirectoryStore}. */
interface DirectoryStoreOptions {
  /** Receives an error when the health file is damaged and its counts restart. */
  readonly report?: (error: Error) => void;
  /** Defaults to `small`. Tests that store many releases use `fast`. */
  readonly compression?: CompressionEffort;
}

/**
 * The release store in a folder:
 *
 * - `registry.json`, and `log/<revision>.json` for every move
 * - `files/<name>/<release>.json`: the manifest, with `….smoke-test.json` and `….inspection.json` beside it
 * - `files/<name>/<release>/…`: the files, with their compressed copies `.br` and `.gz`
 * - `teams.json`; `health/`, the reports of tabs; `incoming/`, releases being written; `locks/`
 *
 * Files appear atomically, and a release's manifest appears last, so a process may be killed at any time without leaving
 * an incomplete release. The first write creates the folder.
 */
export function openDirectoryStore(directory: string, options: DirectoryStoreOptions = {}): ReleaseStore {
  return new DirectoryStore(new StorePaths(resolve(directory)), options);
}

class DirectoryStore implements ReleaseStore {
  readonly teams: TeamBook;
  readonly health: HealthBook;
  readonly #paths: StorePaths;
  readonly #releases: ReleaseFiles;
  readonly #registry: RegistryFiles;

  constructor(paths: StorePaths, { report = () => undefined, compression = 'small' }: DirectoryStoreOptions) {
    this.#paths = paths;
    const cache = new FileCache();
    this.#releases = new ReleaseFiles(paths, compression, cache);
    this.#registry = new RegistryFiles(paths, cache);
    this.teams = new TeamFile(paths);
    this.health = new HealthFile(paths, report);
  }

  putRelease(sealed: SealedRelease, smokeTest: SmokeTestResult): Promise<'stored' | 'already-there'> {
    return this.#releases.put(sealed, smokeTest);
  }

  readManifest(name: string, release: string): Promise<ManifestReading> {
    return this.#releases.readManifest(name, release);
  }

  readSmokeTest(name: string, release: string): Promise<SmokeTestResult | null> {
    return this.#releases.readSmokeTest(name, release);
  }

  releaseFile(name: string, release: string, path: string, encodings?: readonly Compression[]): Promise<ReleaseFile | null> {
    return this.#releases.readFile(name, release, path, encodings);
  }

  readRegistry(): Promise<RegistryReading> {
    return this.#registry.read();
  }

  registryFingerprint(): Promise<string> {
    return this.#registry.fingerprint();
  }

  readLog(query: LogQuery): Promise<readonly LogEntry[]> {
    return this.#registry.readLog(query);
  }

  async move(move: Move): Promise<MoveResult> {
    return withDirectoryLock(this.#paths.locks, async (assertHeld) => {
      const registry = await this.#registry.current();
      const planned = await planMove(registry, move, this.#reader(), new Date());
      if (planned === null) return { registry, entry: null };
      await this.#registry.write(planned.registry, planned.entry, assertHeld);
      return planned;
    });
  }

  async check(proposal: Proposal): Promise<GateResponse> {
    return checkProposal(await this.#registry.current(), proposal, this.#reader());
  }

  async collectGarbage(options: { readonly olderThanDays: number; readonly dryRun: boolean }): Promise<GarbageReport> {
    return removeGarbage(this.#paths, this.#registry, options, (name, release) => this.#releases.forget(name, release));
  }

  #reader(): StoreReader {
    return {
      readManifest: (name, release) => this.#releases.readManifest(name, release),
      readCurrentManifest: (name, release) => this.#releases.readCurrentManifest(name, release),
      readEvidence: async (name, release): Promise<Evidence> => {
        const inspection = await this.#releases.readInspection(name, release);
        const smokeTest = await this.#releases.readSmokeTest(name, release);
        return { smokeTest, forbidden: inspection?.forbidden ?? [], styles: inspection?.styles ?? [] };
      },
      readLog: (query) => this.#registry.readLog(query),
    };
  }
}
