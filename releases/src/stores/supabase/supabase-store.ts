import { join } from 'node:path';
import * as v from 'valibot';
import { askGate } from '../../gate/gate.ts';
import type { HealthBook } from '../../health/health-book.ts';
import type { GateAnswer, Proposal, Trial } from '../../model/gate-check.ts';
import { logEntrySchema, type LogEntry, type LogQuery, type Move, type MoveResult } from '../../model/move.ts';
import { pointedReleases, registeredRemote, revisionSchema, type Registry } from '../../model/registry.ts';
import type { ManifestReading } from '../../model/release-manifest.ts';
import { LogUnreadableError } from '../../model/store-errors.ts';
import { answerForStored, plannedMove, type PlannedMove } from '../../moves/plan-move.ts';
import type { StoredFacts } from '../../moves/stored-releases.ts';
import type { SealedRelease } from '../../sealing/seal.ts';
import type { TeamBook } from '../../teams/team-book.ts';
import type { Compression, GarbageReport, RegistryReading, ReleaseFile, ReleaseStore } from '../release-store.ts';
import { CachedFiles } from './cached-files.ts';
import { KnownRegistry } from './cached-registry.ts';
import { DiskCache } from './disk-cache.ts';
import { HealthTable } from './health-table.ts';
import { ReadAhead } from './prefetch.ts';
import { callFunction, type ReleaseProject } from './project-request.ts';
import { manifestOf, RemoteReleases, type ReleaseRecord } from './release-records.ts';
import { removeGarbage } from './remove-garbage.ts';
import { TeamTable } from './team-table.ts';

/** How a store in a Supabase project is opened. */
export interface SupabaseStoreOptions extends ReleaseProject {
  /** The folder for what was read; processes on one machine may share it. */
  readonly cacheDirectory: string;
  /** Bytes that it may take: a good deal more than the live releases. */
  readonly cacheBytes?: number;
  /** Whether to read in what the registry points at before anybody asks, as a server of the site wants; not by default. */
  readonly readAhead?: boolean;
  /** Is told when the store goes away, or the cache cannot be written; with null when the store is back. */
  readonly report?: (trouble: Error | null) => void;
}

/** Pages that fit in a small disk, and hundreds of releases. */
const usualCacheBytes = 1_000_000_000;

/**
 * The release store in a Supabase project (design §7): what is live, the log and the teams in Postgres, the files in
 * Storage, by the migrations `…_atrium_release….sql`. What visitors need is kept on the disk: while the project is away
 * the site stays as it was, also through a restart.
 *
 * Besides the errors of every store, each call may throw a StoreAwayError.
 */
export function openSupabaseStore(options: SupabaseStoreOptions): ReleaseStore {
  return new SupabaseStore(options);
}

class SupabaseStore implements ReleaseStore {
  readonly teams: TeamBook;
  readonly health: HealthBook;
  readonly #project: ReleaseProject;
  readonly #registry: KnownRegistry;
  readonly #releases: RemoteReleases;
  readonly #files: CachedFiles;

  constructor({ url, serviceKey, cacheDirectory, cacheBytes = usualCacheBytes, readAhead = false, report = () => undefined }: SupabaseStoreOptions) {
    this.#project = { url: url.replace(/\/+$/, ''), serviceKey };
    const cache = new DiskCache(join(cacheDirectory, 'entries'), cacheBytes, report);
    this.#releases = new RemoteReleases(this.#project, cache);
    this.#files = new CachedFiles(this.#project, cache, this.#releases);
    const ahead = new ReadAhead(this.#releases, this.#files);
    const changed = (registry: Registry): void => {
      if (readAhead) ahead.start(registry).catch(report);
    };
    this.#registry = new KnownRegistry(this.#project, cache, { away: report, changed });
    this.teams = new TeamTable(this.#project);
    this.health = new HealthTable(this.#project);
  }

  putRelease(sealed: SealedRelease, trial: Trial): Promise<'stored' | 'already-there'> {
    return this.#releases.put(sealed, trial);
  }

  async readManifest(name: string, release: string): Promise<ManifestReading> {
    return manifestIn(await this.#releases.record(name, release), name, release);
  }

  async readTrial(name: string, release: string): Promise<Trial | null> {
    return (await this.#releases.recordNow(name, release))?.trial ?? null;
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
    // Infinity is no JSON; without a bound all are wanted.
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
      const planned = await plannedMove(registry, move, this.#facts(), new Date());
      if (planned === null) return { registry, entry: null };
      const moved = await this.#write(registry, planned);
      // The registry as it is now, so that this process does not serve an older one after its answer.
      await this.#registry.read();
      if (moved) return planned;
      // Somebody else was faster, or removed what the plan rests on: the next plan says so, or finds the wish fulfilled.
    }
  }

  async check(proposal: Proposal): Promise<GateAnswer> {
    const registry = await this.#registry.current();
    if ('manifest' in proposal) {
      const { manifest, trial, forbidden = [], styles = [] } = proposal;
      return askGate(registry, manifest, { trial, forbidden, styles }, this.#facts().readManifest);
    }
    return answerForStored(registry, proposal, this.#facts());
  }

  collectGarbage(options: { readonly olderThanDays: number; readonly dryRun: boolean }): Promise<GarbageReport> {
    const facts = {
      registry: () => this.#registry.current(),
      readLog: (query: LogQuery) => this.readLog(query),
      forget: (name: string, release: string) => this.#releases.forget(name, release),
    };
    return removeGarbage(this.#project, facts, options);
  }

  async #write(before: Registry, { registry, entry }: PlannedMove): Promise<boolean> {
    const given = { expected: before.revision, new_document: registry, new_entry: entry, needed: newPointers(before, registry, entry.name) };
    return (await callFunction(this.#project, 'atrium_move', given, v.picklist(['moved', 'clash', 'not-stored']))) === 'moved';
  }

  #facts(): StoredFacts {
    return {
      readManifest: (name, release) => this.readManifest(name, release),
      readManifestAnew: async (name, release) => manifestIn(await this.#releases.recordNow(name, release), name, release),
      readEvidence: async (name, release) => {
        const record = await this.#releases.recordNow(name, release);
        return { trial: record?.trial ?? null, forbidden: record?.inspection?.forbidden ?? [], styles: record?.inspection?.styles ?? [] };
      },
      readLog: (query) => this.readLog(query),
    };
  }
}

function manifestIn(record: ReleaseRecord | null, name: string, release: string): ManifestReading {
  return record === null ? { status: 'missing' } : manifestOf(record, name, release);
}

/** The releases that a move points at anew: they must not be removed between the plan and the move. */
function newPointers(before: Registry, after: Registry, name: string): readonly { readonly name: string; readonly release: string }[] {
  const held = registeredRemote(before, name);
  const kept = new Set(held === null ? [] : pointedReleases(held));
  const now = registeredRemote(after, name);
  return (now === null ? [] : pointedReleases(now)).filter((release) => !kept.has(release)).map((release) => ({ name, release }));
}
