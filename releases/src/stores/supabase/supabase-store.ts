import { join } from 'node:path';
import * as v from 'valibot';
import type { HealthBook } from '../../health/health-book.ts';
import type { GateResponse, Proposal, SmokeTestResult } from '../../model/gate-check.ts';
import { logEntrySchema, type LogEntry, type LogQuery, type Move, type MoveResult } from '../../model/move.ts';
import { pointedReleases, registeredRemote, revisionSchema, type Registry } from '../../model/registry.ts';
import { parseManifest, type ManifestReading } from '../../model/release-manifest.ts';
import { LogUnreadableError } from '../../model/store-errors.ts';
import { planMove, type PlannedMove } from '../../moves/plan-move.ts';
import { checkProposal, type StoreReader } from '../../moves/admit-release.ts';
import type { SealedRelease } from '../../sealing/seal.ts';
import type { TeamBook } from '../../teams/team-book.ts';
import type { Compression, GarbageReport, RegistryReading, ReleaseFile, ReleaseStore } from '../release-store.ts';
import { CachedFiles } from './cached-files.ts';
import { CachedRegistry } from './cached-registry.ts';
import { DiskCache } from './disk-cache.ts';
import { HealthTable } from './health-table.ts';
import { Prefetch } from './prefetch.ts';
import { callFunction, type ReleaseProject } from './project-request.ts';
import { ReleaseRecords, type ReleaseRecord } from './release-records.ts';
import { removeGarbage } from './remove-garbage.ts';
import { TeamTable } from './team-table.ts';

/** Options of a store in a Supabase project. */
export interface SupabaseStoreOptions extends ReleaseProject {
  /** The folder of the cache. Processes on one machine may share it. */
  readonly cacheDirectory: string;
  /** The cache's limit in bytes. It should be much larger than the live releases. */
  readonly cacheBytes?: number;
  /** Whether to cache the files of live releases in advance, as a site's server does. Default: false. */
  readonly readAhead?: boolean;
  /** Receives an error when the store stops responding or the cache cannot be written, and null when the store responds again. */
  readonly report?: (error: Error | null) => void;
}

/** Fits on a small disk, and has room for hundreds of releases. */
const DEFAULT_CACHE_BYTES = 1_000_000_000;

/**
 * The release store in a Supabase project: the registry, the log and the teams in Postgres, the files in Storage, set up
 * by the migrations `…_atrium_release….sql`. What visitors need is cached on disk, so that the site stays up while the
 * project does not respond, even after a restart.
 *
 * Besides the errors of every store, each call may throw a StoreUnavailableError.
 */
export function openSupabaseStore(options: SupabaseStoreOptions): ReleaseStore {
  return new SupabaseStore(options);
}

class SupabaseStore implements ReleaseStore {
  readonly teams: TeamBook;
  readonly health: HealthBook;
  readonly #project: ReleaseProject;
  readonly #registry: CachedRegistry;
  readonly #releases: ReleaseRecords;
  readonly #files: CachedFiles;

  constructor({ url, serviceKey, cacheDirectory, cacheBytes = DEFAULT_CACHE_BYTES, readAhead = false, report = () => undefined }: SupabaseStoreOptions) {
    this.#project = { url: url.replace(/\/+$/, ''), serviceKey };
    const cache = new DiskCache(join(cacheDirectory, 'entries'), cacheBytes, report);
    this.#releases = new ReleaseRecords(this.#project, cache);
    this.#files = new CachedFiles(this.#project, cache, this.#releases);
    const prefetch = new Prefetch(this.#releases, this.#files);
    const changed = (registry: Registry): void => {
      if (readAhead) prefetch.start(registry).catch(report);
    };
    this.#registry = new CachedRegistry(this.#project, cache, { availability: report, changed });
    this.teams = new TeamTable(this.#project);
    this.health = new HealthTable(this.#project);
  }

  putRelease(sealed: SealedRelease, smokeTest: SmokeTestResult): Promise<'stored' | 'already-there'> {
    return this.#releases.put(sealed, smokeTest);
  }

  async readManifest(name: string, release: string): Promise<ManifestReading> {
    return manifestIn(await this.#releases.record(name, release), name, release);
  }

  async readSmokeTest(name: string, release: string): Promise<SmokeTestResult | null> {
    return (await this.#releases.currentRecord(name, release))?.smokeTest ?? null;
  }

  releaseFile(name: string, release: string, path: string, encodings?: readonly Compression[]): Promise<ReleaseFile | null> {
    return this.#files.read(name, release, path, encodings);
  }

  readRegistry(): Promise<RegistryReading> {
    return this.#registry.read();
  }

  registryFingerprint(): Promise<string> {
    return this.#registry.fingerprint();
  }

  async readLog({ name, before, limit }: LogQuery): Promise<readonly LogEntry[]> {
    // JSON has no Infinity; null means no limit.
    const given = { remote: name ?? null, below: before === undefined || !Number.isFinite(before) ? null : before, most: limit };
    const entries = await callFunction(this.#project, 'atrium_read_log', given, v.array(v.looseObject({ revision: revisionSchema })));
    return entries.map((entry) => {
      const parsed = v.safeParse(logEntrySchema, entry);
      if (parsed.success) return parsed.output;
      throw new LogUnreadableError(entry.revision, `${v.getDotPath(parsed.issues[0]) ?? 'its form'}: ${parsed.issues[0].message}`);
    });
  }

  async move(move: Move): Promise<MoveResult> {
    for (;;) {
      const registry = await this.#registry.current();
      const planned = await planMove(registry, move, this.#reader(), new Date());
      if (planned === null) return { registry, entry: null };
      const moved = await this.#write(registry, planned);
      // Refreshes the cached registry, so that this process does not serve an older one after the move.
      await this.#registry.read();
      if (moved) return planned;
      // Another move came first, or a needed release was removed. Planning again reports that, or finds nothing left to do.
    }
  }

  async check(proposal: Proposal): Promise<GateResponse> {
    return checkProposal(await this.#registry.current(), proposal, this.#reader());
  }

  collectGarbage(options: { readonly olderThanDays: number; readonly dryRun: boolean }): Promise<GarbageReport> {
    const source = {
      registry: () => this.#registry.current(),
      readLog: (query: LogQuery) => this.readLog(query),
      isStored: async (name: string, release: string) => (await this.#releases.currentRecord(name, release)) !== null,
      forget: (name: string, release: string) => this.#releases.forget(name, release),
    };
    return removeGarbage(this.#project, source, options);
  }

  async #write(before: Registry, { registry, entry }: PlannedMove): Promise<boolean> {
    const given = { expected: before.revision, new_document: registry, new_entry: entry, needed: newPointers(before, registry, entry.name) };
    const outcome = await callFunction(this.#project, 'atrium_move', given, v.picklist(['moved', 'clash', 'not-stored']));
    // A retry clashes with the move itself if the first response was lost.
    return outcome === 'moved' || (outcome === 'clash' && (await this.#hasEntry(entry)));
  }

  async #hasEntry(entry: LogEntry): Promise<boolean> {
    const [stored] = await this.readLog({ name: entry.name, before: entry.revision + 1, limit: 1 });
    // Parsed entries have their keys in the same order.
    return JSON.stringify(stored) === JSON.stringify(v.parse(logEntrySchema, entry));
  }

  #reader(): StoreReader {
    return {
      readManifest: (name, release) => this.readManifest(name, release),
      readCurrentManifest: async (name, release) => manifestIn(await this.#releases.currentRecord(name, release), name, release),
      readEvidence: async (name, release) => {
        const record = await this.#releases.currentRecord(name, release);
        return { smokeTest: record?.smokeTest ?? null, forbidden: record?.inspection?.forbidden ?? [], styles: record?.inspection?.styles ?? [] };
      },
      readLog: (query) => this.readLog(query),
    };
  }
}

function manifestIn(record: ReleaseRecord | null, name: string, release: string): ManifestReading {
  return record === null ? { status: 'missing' } : parseManifest(record.manifest, name, release);
}

/** The releases that only the new registry points at. Garbage collection must not remove them before the move. */
function newPointers(before: Registry, after: Registry, name: string): readonly { readonly name: string; readonly release: string }[] {
  const held = registeredRemote(before, name);
  const kept = new Set(held === null ? [] : pointedReleases(held));
  const now = registeredRemote(after, name);
  return (now === null ? [] : pointedReleases(now)).filter((release) => !kept.has(release)).map((release) => ({ name, release }));
}
