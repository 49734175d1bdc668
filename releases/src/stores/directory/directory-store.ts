import { resolve } from 'node:path';
import { askGate, type Evidence } from '../../gate/gate.ts';
import type { HealthBook } from '../../health/health-book.ts';
import type { GateAnswer, Proposal, Trial } from '../../model/gate-check.ts';
import type { LogEntry, LogQuery, Move, MoveResult } from '../../model/move.ts';
import type { ManifestReading } from '../../model/release-manifest.ts';
import { answerForStored, plannedMove } from '../../moves/plan-move.ts';
import type { StoredFacts } from '../../moves/stored-releases.ts';
import type { SealedRelease } from '../../sealing/seal.ts';
import type { TeamBook } from '../../teams/team-book.ts';
import type { Compression, GarbageReport, RegistryReading, ReleaseFile, ReleaseStore } from '../release-store.ts';
import { withDirectoryLock } from './directory-lock.ts';
import { HealthFile } from './health-file.ts';
import { RegistryFiles } from './registry-files.ts';
import { StoredReleases } from './release-files.ts';
import { collectGarbage } from './remove-garbage.ts';
import { StorePlaces } from './store-paths.ts';
import { TeamFile } from './team-file.ts';

/**
 * The release store in a folder:
 * `registry.json`; `log/<revision>.json`, every move; `teams.json`; `files/<name>/<release>.json`, the manifest, with
 * `….trial.json` and `….inspection.json` beside it; `files/<name>/<release>/…`, the files with their compressed copies
 * `.br` and `.gz`; `incoming/`, releases being written; `locks/`; `health/`, what tabs told of releases.
 *
 * Every file appears whole or not at all, and the manifest last, so a process may be killed at any moment: what is
 * named is complete. The folder need not exist before the first write.
 *
 * @param report is told when what tabs told of releases is damaged, and begun anew
 */
export function openDirectoryStore(directory: string, report: (trouble: Error) => void = () => undefined): ReleaseStore {
  return new DirectoryStore(new StorePlaces(resolve(directory)), report);
}

class DirectoryStore implements ReleaseStore {
  readonly teams: TeamBook;
  readonly health: HealthBook;
  readonly #places: StorePlaces;
  readonly #releases: StoredReleases;
  readonly #registry: RegistryFiles;

  constructor(places: StorePlaces, report: (trouble: Error) => void) {
    this.#places = places;
    this.#releases = new StoredReleases(places);
    this.#registry = new RegistryFiles(places);
    this.teams = new TeamFile(places);
    this.health = new HealthFile(places, report);
  }

  putRelease(sealed: SealedRelease, trial: Trial): Promise<'stored' | 'already-there'> {
    return this.#releases.put(sealed, trial);
  }

  readManifest(name: string, release: string): Promise<ManifestReading> {
    return this.#releases.readManifest(name, release);
  }

  readTrial(name: string, release: string): Promise<Trial | null> {
    return this.#releases.readTrial(name, release);
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
    return withDirectoryLock(this.#places.locks, async (assertHeld) => {
      const registry = await this.#registry.current();
      const planned = await plannedMove(registry, move, this.#facts(), new Date());
      if (planned === null) return { registry, entry: null };
      await this.#registry.write(planned.registry, planned.entry, assertHeld);
      return planned;
    });
  }

  async check(proposal: Proposal): Promise<GateAnswer> {
    const registry = await this.#registry.current();
    if ('manifest' in proposal) {
      const { manifest, trial, forbidden = [], styles = [] } = proposal;
      return askGate(registry, manifest, { trial, forbidden, styles }, this.#facts().readManifest);
    }
    return answerForStored(registry, proposal, this.#facts());
  }

  async collectGarbage(options: { readonly olderThanDays: number; readonly dryRun: boolean }): Promise<GarbageReport> {
    return collectGarbage(this.#places, this.#registry, options, (name, release) => this.#releases.forget(name, release));
  }

  #facts(): StoredFacts {
    return {
      readManifest: (name, release) => this.#releases.readManifest(name, release),
      readManifestAnew: (name, release) => this.#releases.readManifestAnew(name, release),
      readEvidence: async (name, release): Promise<Evidence> => {
        const inspection = await this.#releases.readInspection(name, release);
        const trial = await this.#releases.readTrial(name, release);
        return { trial, forbidden: inspection?.forbidden ?? [], styles: inspection?.styles ?? [] };
      },
      readLog: (query) => this.#registry.readLog(query),
    };
  }
}
