import * as v from 'valibot';
import type { HealthBook, ReleaseHealth, ReleaseTimings } from '../../health/health-book.ts';
import type { FailureReport } from '../../wire/failure-report.ts';
import { gateResponseSchema, type GateResponse, type Proposal, type SmokeTestResult } from '../../model/gate-check.ts';
import { releaseIdSchema, remoteNameSchema } from '../../model/identity.ts';
import type { LogEntry, LogQuery, Move, MoveResult } from '../../model/move.ts';
import { integrityOfFile, type ManifestReading } from '../../model/release-manifest.ts';
import type { SealedRelease } from '../../sealing/seal.ts';
import type { Team, TeamBook, TokenRequest } from '../../teams/team-book.ts';
import { parseToken } from '../../teams/team-token.ts';
import type { Compression, GarbageReport, RegistryReading, ReleaseFile, ReleaseStore } from '../release-store.ts';
import { requestBytes, requestSite, type SiteAccess } from './site-request.ts';
import { SiteStoreError } from './site-store-error.ts';
import {
  failuresResponseSchema,
  FILE_PART_PREFIX,
  garbageResponseSchema,
  healthResponseSchema,
  logResponseSchema,
  moveResponseSchema,
  registryResponseSchema,
  releaseResponseSchema,
  revokedResponseSchema,
  storedResponseSchema,
  teamResponseSchema,
  teamsResponseSchema,
  timingsResponseSchema,
  tokenResponseSchema,
} from './store-wire.ts';

/**
 * The release store of a running site, over HTTP, for page teams. The server checks everything again, and a team's token
 * can change the team's own remotes only.
 *
 * Besides the errors of every store, each call may throw a SiteStoreError.
 *
 * @throws SiteStoreError for a malformed token
 */
export function openSiteStore(access: SiteAccess): ReleaseStore {
  if (parseToken(access.token) === null) {
    throw new SiteStoreError('unknown-token', 'This is not a valid token. Tokens start with atrium_ and have 48 characters. Copy it again.');
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

  async putRelease({ manifest, files }: SealedRelease, smokeTest: SmokeTestResult): Promise<'stored' | 'already-there'> {
    const form = new FormData();
    // The manifest comes first, so that the server can check the team before it accepts files.
    form.append('manifest', JSON.stringify(manifest));
    form.append('smokeTest', JSON.stringify(smokeTest));
    for (const [path, content] of files) form.append(`${FILE_PART_PREFIX}${path}`, new Blob([new Uint8Array(content)]), 'content');
    const { outcome } = await requestSite(this.#access, { method: 'POST', path: 'releases', form }, storedResponseSchema);
    return outcome;
  }

  async readManifest(name: string, release: string): Promise<ManifestReading> {
    return (await this.#release(name, release))?.reading ?? { status: 'missing' };
  }

  async readSmokeTest(name: string, release: string): Promise<SmokeTestResult | null> {
    return (await this.#release(name, release))?.smokeTest ?? null;
  }

  async releaseFile(
    name: string,
    release: string,
    path: string,
    encodings: readonly Compression[] = [],
  ): Promise<ReleaseFile | null> {
    if (integrityOfFile(await this.readManifest(name, release), path) === null) return null;
    return requestBytes(this.#access, `releases/${name}/${release}/files/${path}`, encodings);
  }

  async readRegistry(): Promise<RegistryReading> {
    return (await requestSite(this.#access, { path: 'registry' }, registryResponseSchema)).reading;
  }

  async registryFingerprint(): Promise<string> {
    return (await requestSite(this.#access, { path: 'registry' }, registryResponseSchema)).fingerprint;
  }

  async readLog({ name, before, limit }: LogQuery): Promise<readonly LogEntry[]> {
    const query = new URLSearchParams({ limit: String(limit) });
    if (name !== undefined) query.set('name', name);
    if (before !== undefined) query.set('before', String(before));
    return (await requestSite(this.#access, { path: `log?${query.toString()}` }, logResponseSchema)).entries;
  }

  move({ team: _team, ...move }: Move): Promise<MoveResult> {
    const unsafe = move.action === 'rollback' && { checkFirst: 'Look at atrium status first: another rollback may go further back.' };
    return requestSite(this.#access, { method: 'POST', path: 'moves', json: move, ...unsafe }, moveResponseSchema);
  }

  check(proposal: Proposal): Promise<GateResponse> {
    return requestSite(this.#access, { method: 'POST', path: 'checks', json: proposal }, gateResponseSchema);
  }

  collectGarbage(options: { readonly olderThanDays: number; readonly dryRun: boolean }): Promise<GarbageReport> {
    return requestSite(this.#access, { method: 'POST', path: 'garbage', json: options }, garbageResponseSchema);
  }

  /** Null for malformed names and ids, which could lead to other URLs. */
  async #release(name: string, release: string): Promise<v.InferOutput<typeof releaseResponseSchema> | null> {
    if (!v.is(remoteNameSchema, name) || !v.is(releaseIdSchema, release)) return null;
    return requestSite(this.#access, { path: `releases/${name}/${release}` }, releaseResponseSchema);
  }
}

/** The teams of a running site. Only the token of a team that may release everything can read or change them. */
class SiteTeamBook implements TeamBook {
  readonly #access: SiteAccess;

  constructor(access: SiteAccess) {
    this.#access = access;
  }

  async listTeams(): Promise<readonly Team[]> {
    return (await requestSite(this.#access, { path: 'tokens' }, teamsResponseSchema)).teams;
  }

  async createToken(request: TokenRequest): Promise<string> {
    const checkFirst = 'Run atrium token list first. If it lists the new token, revoke it: its text is lost.';
    return (await requestSite(this.#access, { method: 'POST', path: 'tokens', json: request, checkFirst }, tokenResponseSchema)).token;
  }

  async revokeToken(id: string): Promise<boolean> {
    const path = `tokens/${encodeURIComponent(id)}`;
    return (await requestSite(this.#access, { method: 'DELETE', path }, revokedResponseSchema)).revoked;
  }

  /** Uses the token itself for the request, because a site tells only a token's owner about it. */
  async teamOfToken(text: string): Promise<Pick<Team, 'team' | 'remotes'> | null> {
    if (parseToken(text) === null) return null;
    try {
      return await requestSite({ ...this.#access, token: text }, { path: 'team' }, teamResponseSchema);
    } catch (error) {
      if (error instanceof SiteStoreError && error.code === 'unknown-token') return null;
      throw error;
    }
  }

  /** @throws SiteStoreError always: preview keys cannot be read over HTTP */
  previewKeyOf(): Promise<null> {
    return Promise.reject(new SiteStoreError('not-your-right', 'A site does not reveal the keys of previews. Sign with the token itself.'));
  }
}

/** The health of a running site's releases. Only its servers can write it, because they know the reporting visitors. */
class SiteHealthBook implements HealthBook {
  readonly #access: SiteAccess;

  constructor(access: SiteAccess) {
    this.#access = access;
  }

  /** A site always returns the whole recent period. */
  async read(): Promise<readonly ReleaseHealth[]> {
    return (await requestSite(this.#access, { path: 'health' }, healthResponseSchema)).releases;
  }

  async timings(): Promise<readonly ReleaseTimings[]> {
    return ofNewerSite(async () => (await requestSite(this.#access, { path: 'health/timings' }, timingsResponseSchema)).releases);
  }

  async failures(): Promise<readonly FailureReport[]> {
    return ofNewerSite(async () => (await requestSite(this.#access, { path: 'health/failures' }, failuresResponseSchema)).failures);
  }

  /** @throws SiteStoreError always: with the salt, marks of visitors could be traced back to IP addresses */
  salt(): Promise<string> {
    return Promise.reject(new SiteStoreError('not-your-right', 'A site does not reveal the salt of visitors’ marks.'));
  }

  /** @throws SiteStoreError always */
  add(): Promise<void> {
    return Promise.reject(new SiteStoreError('not-your-right', 'Only the servers of a site count what tabs report.'));
  }

  /** @throws SiteStoreError always */
  addFailures(): Promise<void> {
    return Promise.reject(new SiteStoreError('not-your-right', 'Only the servers of a site keep what tabs report.'));
  }
}

/** Empty for a site of an older version, which does not know the request. */
async function ofNewerSite<Item>(read: () => Promise<readonly Item[]>): Promise<readonly Item[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SiteStoreError && error.code === 'not-found') return [];
    throw error;
  }
}
