import * as v from 'valibot';
import { remoteNameSchema } from '../model/identity.ts';
import { teamNameSchema } from '../model/move.ts';

/** The remotes that a team may release: names, or `*` for all remotes and for managing every team's tokens. */
export const teamRemotesSchema = v.pipe(
  v.array(v.union([v.literal('*'), remoteNameSchema])),
  v.nonEmpty('A team needs at least one remote'),
);

/** A request to create a token. */
export const tokenRequestSchema = v.strictObject({
  team: teamNameSchema,
  /** What the team may release from now on. Required for a new team; omit it to change nothing. */
  remotes: v.exactOptional(teamRemotesSchema),
  /** If omitted, the token is valid until it is revoked. */
  expiresInDays: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(3650))),
});

/** See {@link tokenRequestSchema}. */
export type TokenRequest = v.InferOutput<typeof tokenRequestSchema>;

/** The public data of a token. */
interface ListedToken {
  readonly id: string;
  /** ISO 8601 with UTC. */
  readonly created: string;
  /** ISO 8601 with UTC; null if it does not expire. */
  readonly expires: string | null;
}

/** A team, what it may release, and its tokens. */
export interface Team {
  readonly team: string;
  readonly remotes: readonly string[];
  readonly tokens: readonly ListedToken[];
}

/** A key that signs previews, and its team. */
export interface PreviewSigner extends Pick<Team, 'team' | 'remotes'> {
  readonly key: Buffer;
}

/** Who may release what: teams and their tokens. It stores only a hash of each token. */
export interface TeamBook {
  /** Every team by name, including expired tokens. */
  listTeams(): Promise<readonly Team[]>;
  /**
   * Creates a token in addition to the team's others. To rotate a token, create a new one and revoke the old one.
   *
   * @returns the token's text, which cannot be read later
   * @throws TeamBookError if a new team has no remotes; StoreLockedError
   */
  createToken(request: TokenRequest): Promise<string>;
  /** Revokes a token immediately; false if no token has this id. @throws StoreLockedError */
  revokeToken(id: string): Promise<boolean>;
  /** The team of a token; null if the text is not a valid token, or has expired. */
  teamOfToken(text: string): Promise<Pick<Team, 'team' | 'remotes'> | null>;
  /** The key with which a token signs previews, and its team; null if the token does not exist or has expired. */
  previewKeyOf(tokenId: string): Promise<PreviewSigner | null>;
}

/** Whether a team may release a remote. */
export function covers({ remotes }: Pick<Team, 'remotes'>, name: string): boolean {
  return remotes.includes('*') || remotes.includes(name);
}
