import * as v from 'valibot';
import { TeamBookError } from '../../model/store-errors.ts';
import { previewKey } from '../../preview/preview-link.ts';
import { tokenRequestSchema, type PreviewSigner, type Team, type TeamBook, type TokenRequest } from '../../teams/team-book.ts';
import { newToken, parseToken, secretMatches } from '../../teams/team-token.ts';
import { callFunction, type ReleaseProject } from './project-request.ts';

const dayInMilliseconds = 24 * 60 * 60 * 1000;

/** Moments come as Postgres writes them; here they are ISO 8601 with UTC. */
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
    const parsed = v.safeParse(tokenRequestSchema, request);
    if (!parsed.success) throw new TeamBookError(`No token was made: ${parsed.issues[0].message}.`);
    const { team, remotes, expiresInDays } = parsed.output;
    const { id, text, hash } = newToken();
    const now = Date.now();
    const until = expiresInDays === undefined ? null : new Date(now + expiresInDays * dayInMilliseconds).toISOString();
    const given = { of_team: team, new_remotes: remotes ?? null, token: id, new_hash: hash, made: new Date(now).toISOString(), until };
    if (await callFunction(this.#project, 'atrium_create_token', given, v.boolean())) return text;
    throw new TeamBookError(`There is no team ${team} yet. Say which remotes it may release, or * for all.`);
  }

  async revokeToken(id: string): Promise<boolean> {
    return callFunction(this.#project, 'atrium_revoke_token', { token: id }, v.boolean());
  }

  async teamOfToken(text: string): Promise<Pick<Team, 'team' | 'remotes'> | null> {
    const parsed = parseToken(text);
    if (parsed === null) return null;
    const kept = await this.#kept(parsed.id);
    return kept !== null && secretMatches(parsed.secret, kept.hash) ? { team: kept.team, remotes: kept.remotes } : null;
  }

  async previewKeyOf(tokenId: string): Promise<PreviewSigner | null> {
    const kept = await this.#kept(tokenId);
    return kept && { team: kept.team, remotes: kept.remotes, key: previewKey(kept.hash) };
  }

  /** What is kept of a token that holds. */
  async #kept(tokenId: string): Promise<v.InferOutput<typeof tokenSchema>> {
    const kept = await callFunction(this.#project, 'atrium_find_token', { token: tokenId }, tokenSchema);
    return kept?.expires && Date.parse(kept.expires) <= Date.now() ? null : kept;
  }
}
