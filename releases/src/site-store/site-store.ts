import * as v from 'valibot';
import { integrityOfFile } from '../integrity-of-file.ts';
import type { HealthBook } from '../health/health-book.ts';
import type { LogEntry, LogQuery } from '../log-entry.ts';
import type { Move, MoveResult } from '../move.ts';
import type { Proposal } from '../proposal.ts';
import { gateAnswerSchema, type GateAnswer } from '../gate/gate-finding.ts';
import { releaseIdSchema } from '../release-id.ts';
import type { Compression, GarbageReport, ManifestReading, RegistryReading, ReleaseFile, ReleaseStore } from '../release-store.ts';
import { remoteNameSchema } from '../remote-name.ts';
import type { SealedRelease } from '../seal.ts';
import type { TeamBook } from '../team-book.ts';
import type { Trial } from '../trial.ts';
import { askSite, askSiteForBytes, type SiteAccess } from './site-request.ts';
import { SiteHealthBook } from './site-health-book.ts';
import { SiteStoreError } from './site-store-error.ts';
import { SiteTeamBook } from './site-team-book.ts';
import {
  filePartPrefix,
  garbageAnswerSchema,
  logAnswerSchema,
  moveAnswerSchema,
  registryAnswerSchema,
  releaseAnswerSchema,
  sendableTokenSchema,
  storedAnswerSchema,
} from './store-wire.ts';

/**
 * The release store of a running site, over its server (design §7): what a page team has instead of the folder. The
 * server checks everything again; a team's token lets it change its own remotes only.
 *
 * Besides the errors of every store, each call may throw a SiteStoreError.
 *
 * @throws SiteStoreError for what cannot be a token
 */
export function openSiteStore(access: SiteAccess): ReleaseStore {
  if (!v.is(sendableTokenSchema, access.token)) {
    throw new SiteStoreError('unknown-token', 'The token is not one. It begins with atrium_ and has no spaces: copy it again.');
  }
  return new SiteStore(access);
}

class SiteStore implements ReleaseStore {
  readonly teams: TeamBook;
  readonly health: HealthBook;
  readonly #access: SiteAccess;

  constructor(access: SiteAccess) {
    this.#access = access;
    this.teams = new SiteTeamBook(access);
    this.health = new SiteHealthBook(access);
  }

  async putRelease({ manifest, files }: SealedRelease, trial: Trial): Promise<'stored' | 'already-there'> {
    const form = new FormData();
    // First, so that the server knows whose the files are before it takes them.
    form.append('manifest', JSON.stringify(manifest));
    form.append('trial', JSON.stringify(trial));
    for (const [path, content] of files) form.append(`${filePartPrefix}${path}`, new Blob([new Uint8Array(content)]), 'content');
    const { outcome } = await askSite(this.#access, { method: 'POST', path: 'releases', form }, storedAnswerSchema);
    return outcome;
  }

  async readManifest(name: string, release: string): Promise<ManifestReading> {
    return (await this.#release(name, release))?.reading ?? { status: 'missing' };
  }

  async readTrial(name: string, release: string): Promise<Trial | null> {
    return (await this.#release(name, release))?.trial ?? null;
  }

  async releaseFile(
    name: string,
    release: string,
    path: string,
    encodings: readonly Compression[] = [],
  ): Promise<ReleaseFile | null> {
    const integrity = integrityOfFile(await this.readManifest(name, release), path);
    if (integrity === null) return null;
    const file = await askSiteForBytes(this.#access, `releases/${name}/${release}/files/${path}`, encodings);
    return file && { ...file, integrity };
  }

  async readRegistry(): Promise<RegistryReading> {
    return (await askSite(this.#access, { path: 'registry' }, registryAnswerSchema)).reading;
  }

  async registryFingerprint(): Promise<string> {
    return (await askSite(this.#access, { path: 'registry' }, registryAnswerSchema)).fingerprint;
  }

  async readLog({ name, before, limit }: LogQuery): Promise<readonly LogEntry[]> {
    const query = new URLSearchParams({ limit: String(limit) });
    if (name !== undefined) query.set('name', name);
    if (before !== undefined) query.set('before', String(before));
    return (await askSite(this.#access, { path: `log?${query.toString()}` }, logAnswerSchema)).entries;
  }

  move({ team: _team, ...move }: Move): Promise<MoveResult> {
    const again = move.action === 'rollback' && { inDoubt: 'Look at atrium status first: one rollback more may lead further back.' };
    return askSite(this.#access, { method: 'POST', path: 'moves', json: move, ...again }, moveAnswerSchema);
  }

  check(proposal: Proposal): Promise<GateAnswer> {
    return askSite(this.#access, { method: 'POST', path: 'checks', json: proposal }, gateAnswerSchema);
  }

  collectGarbage(options: { readonly olderThanDays: number; readonly dryRun: boolean }): Promise<GarbageReport> {
    return askSite(this.#access, { method: 'POST', path: 'garbage', json: options }, garbageAnswerSchema);
  }

  /** Null for names and ids of a wrong form: they could lead to another address. */
  async #release(name: string, release: string): Promise<v.InferOutput<typeof releaseAnswerSchema> | null> {
    if (!v.is(remoteNameSchema, name) || !v.is(releaseIdSchema, release)) return null;
    return askSite(this.#access, { path: `releases/${name}/${release}` }, releaseAnswerSchema);
  }
}
