import * as v from 'valibot';
import { remoteNameSchema } from '../model/identity.ts';
import { teamNameSchema } from '../model/move.ts';

/** The remotes that a team may release: their names, or `*` for all and for the tokens of every team. */
export const teamRemotesSchema = v.pipe(
  v.array(v.union([v.literal('*'), remoteNameSchema])),
  v.nonEmpty('A team has one remote at least'),
);

/** The wish for a token. */
export const tokenRequestSchema = v.strictObject({
  team: teamNameSchema,
  /** What the team may release from now on; needed for a new team, left out to change nothing. */
  remotes: v.exactOptional(teamRemotesSchema),
  /** Left out, the token holds until it is revoked. */
  expiresInDays: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(3650))),
});

/** See {@link tokenRequestSchema}. */
export type TokenRequest = v.InferOutput<typeof tokenRequestSchema>;

/** What may be known of a token. */
export interface ListedToken {
  readonly id: string;
  /** ISO 8601 with UTC. */
  readonly created: string;
  /** ISO 8601 with UTC; null for one that does not expire. */
  readonly expires: string | null;
}

/** A team, what it may release, and its tokens. */
export interface Team {
  readonly team: string;
  readonly remotes: readonly string[];
  readonly tokens: readonly ListedToken[];
}

/** Whose previews a key belongs to. */
export interface PreviewSigner extends Pick<Team, 'team' | 'remotes'> {
  readonly key: Buffer;
}

/** Who may release what (design §7): teams and their tokens. Of a token only a hash is kept. */
export interface TeamBook {
  /** Every team by name, with expired tokens too. */
  listTeams(): Promise<readonly Team[]>;
  /**
   * Makes a token, besides those that the team has: rotating is to make one, then to revoke the old.
   *
   * @returns the token's text, which cannot be read again
   * @throws TeamBookError if a new team has no remotes; StoreLockedError
   */
  createToken(request: TokenRequest): Promise<string>;
  /** Makes a token worthless at once; false if there is none with this id. @throws StoreLockedError */
  revokeToken(id: string): Promise<boolean>;
  /** Whose token this text is; null for every other text, and for one that has expired. */
  teamOfToken(text: string): Promise<Pick<Team, 'team' | 'remotes'> | null>;
  /** The key of the previews that a token signs (preview-key.ts), and its team; null without such a token, and for one that has expired. */
  previewKeyOf(tokenId: string): Promise<PreviewSigner | null>;
}

/** Whether a team may release a remote. */
export function covers({ remotes }: Pick<Team, 'remotes'>, name: string): boolean {
  return remotes.includes('*') || remotes.includes(name);
}
