import * as v from 'valibot';
import { previewKey } from '../../preview/preview-link.ts';
import type { PreviewSigner, Team, TeamBook, TokenRequest } from '../../teams/team-book.ts';
import { parseToken, requestedToken, secretMatches, unknownTeam } from '../../teams/team-token.ts';
import { callFunction, PATIENT, type ReleaseProject } from './project-request.ts';

/** For calls that must not be repeated, because the second one would have a different result. */
const ONCE = { ...PATIENT, retries: 0 };

/** Converts Postgres timestamps to ISO 8601 with UTC. */
const momentSchema = v.pipe(v.string(), v.isoTimestamp(), v.transform((text) => new Date(text).toISOString()));

const teamsSchema = v.array(
  v.object({
    team: v.string(),
    remotes: v.array(v.string()),
    tokens: v.array(v.object({ id: v.string(), created: momentSchema, expires: v.nullable(momentSchema) })),
  }),
);

const tokenSchema = v.nullable(
  v.object({ team: v.string(), remotes: v.array(v.string()), hash: v.string(), expires: v.nullable(momentSchema) }),
);

/** The teams in the project's database. */
export class TeamTable implements TeamBook {
  readonly #project: ReleaseProject;

  constructor(project: ReleaseProject) {
    this.#project = project;
  }

  async listTeams(): Promise<readonly Team[]> {
    const teams = await callFunction(this.#project, 'atrium_list_teams', {}, teamsSchema);
    return teams.sort((a, b) => (a.team < b.team ? -1 : 1));
  }

  async createToken(request: TokenRequest): Promise<string> {
    const { team, remotes, id, text, hash, created, expires } = requestedToken(request);
    const given = { of_team: team, new_remotes: remotes ?? null, token: id, new_hash: hash, made: created, until: expires };
    if (await callFunction(this.#project, 'atrium_create_token', given, v.boolean(), ONCE)) return text;
    throw unknownTeam(team);
  }

  async revokeToken(id: string): Promise<boolean> {
    return callFunction(this.#project, 'atrium_revoke_token', { token: id }, v.boolean(), ONCE);
  }

  async teamOfToken(text: string): Promise<Pick<Team, 'team' | 'remotes'> | null> {
    const parsed = parseToken(text);
    if (parsed === null) return null;
    const stored = await this.#stored(parsed.id);
    return stored !== null && secretMatches(parsed.secret, stored.hash) ? { team: stored.team, remotes: stored.remotes } : null;
  }

  async previewKeyOf(tokenId: string): Promise<PreviewSigner | null> {
    const stored = await this.#stored(tokenId);
    return stored && { team: stored.team, remotes: stored.remotes, key: previewKey(stored.hash) };
  }

  /** The stored data of a valid token. */
  async #stored(tokenId: string): Promise<v.InferOutput<typeof tokenSchema>> {
    const stored = await callFunction(this.#project, 'atrium_find_token', { token: tokenId }, tokenSchema);
    return stored?.expires && Date.parse(stored.expires) <= Date.now() ? null : stored;
  }
}
