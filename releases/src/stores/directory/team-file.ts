import * as v from 'valibot';
import { parseDocument } from '../../model/json.ts';
import { teamNameSchema } from '../../model/move.ts';
import { TeamBookError } from '../../model/store-errors.ts';
import { previewKey } from '../../preview/preview-link.ts';
import { teamRemotesSchema, type PreviewSigner, type Team, type TeamBook, type TokenRequest } from '../../teams/team-book.ts';
import { parseToken, requestedToken, secretMatches, tokenIdSchema, unknownTeam } from '../../teams/team-token.ts';
import { readOrNull, replaceFile } from '../durable-files.ts';
import { withDirectoryLock } from './directory-lock.ts';
import type { StorePaths } from './store-paths.ts';

const momentSchema = v.pipe(v.string(), v.isoTimestamp());

const teamsSchema = v.strictObject({
  schema: v.literal(1),
  teams: v.record(
    teamNameSchema,
    v.strictObject({
      remotes: teamRemotesSchema,
      tokens: v.array(
        v.strictObject({
          id: tokenIdSchema,
          /** SHA-256 of the secret, in base64. */
          hash: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{43}=$/)),
          created: momentSchema,
          expires: v.nullable(momentSchema),
        }),
      ),
    }),
  ),
});

type Teams = v.InferOutput<typeof teamsSchema>;

/** The teams in a store's folder. */
export class TeamFile implements TeamBook {
  readonly #paths: StorePaths;

  constructor(paths: StorePaths) {
    this.#paths = paths;
  }

  async listTeams(): Promise<readonly Team[]> {
    const { teams } = await this.#read();
    return Object.entries(teams)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([team, { remotes, tokens }]) => ({
        team,
        remotes,
        tokens: tokens.map(({ id, created, expires }) => ({ id, created, expires })),
      }));
  }

  async createToken(request: TokenRequest): Promise<string> {
    const { team, remotes, id, text, hash, created, expires } = requestedToken(request);
    return this.#change((book) => {
      const known = Object.hasOwn(book.teams, team) ? book.teams[team] : undefined;
      const covered = remotes ?? known?.remotes;
      if (covered === undefined) throw unknownTeam(team);
      const tokens = [...(known?.tokens ?? []), { id, hash, created, expires }];
      return { book: { ...book, teams: { ...book.teams, [team]: { remotes: covered, tokens } } }, result: text };
    });
  }

  async revokeToken(id: string): Promise<boolean> {
    return this.#change((book) => {
      const teams = Object.fromEntries(
        Object.entries(book.teams).map(([team, { remotes, tokens }]) => [
          team,
          { remotes, tokens: tokens.filter((token) => token.id !== id) },
        ]),
      );
      const result = Object.values(book.teams).some(({ tokens }) => tokens.some((token) => token.id === id));
      return { book: result ? { ...book, teams } : book, result };
    });
  }

  async teamOfToken(text: string): Promise<Pick<Team, 'team' | 'remotes'> | null> {
    const parsed = parseToken(text);
    if (parsed === null) return null;
    for (const { team, remotes, hash } of await this.#holders(parsed.id)) {
      if (secretMatches(parsed.secret, hash)) return { team, remotes };
    }
    return null;
  }

  async previewKeyOf(tokenId: string): Promise<PreviewSigner | null> {
    const [holder] = await this.#holders(tokenId);
    return holder === undefined ? null : { team: holder.team, remotes: holder.remotes, key: previewKey(holder.hash) };
  }

  /** The holders of a valid token with this id. Ids are random and not unique by construction. */
  async #holders(tokenId: string): Promise<{ team: string; remotes: string[]; hash: string }[]> {
    const { teams } = await this.#read();
    return Object.entries(teams).flatMap(([team, { remotes, tokens }]) =>
      tokens
        .filter(({ id, expires }) => id === tokenId && (expires === null || Date.parse(expires) > Date.now()))
        .map(({ hash }) => ({ team, remotes, hash })),
    );
  }

  async #read(): Promise<Teams> {
    const text = await readOrNull(this.#paths.teams);
    if (text === null) return { schema: 1, teams: {} };
    const parsed = parseDocument(teamsSchema, text.toString('utf8'));
    if (parsed.ok) return parsed.value;
    throw new TeamBookError(`The store's teams.json is malformed (${parsed.problem}). Restore it from a copy.`);
  }

  async #change<T>(work: (book: Teams) => { readonly book: Teams; readonly result: T }): Promise<T> {
    return withDirectoryLock(this.#paths.locks, async (assertHeld) => {
      const before = await this.#read();
      const { book, result } = work(before);
      if (book === before) return result;
      await assertHeld();
      await replaceFile(this.#paths.teams, `${JSON.stringify(book, null, 2)}\n`);
      return result;
    });
  }
}
