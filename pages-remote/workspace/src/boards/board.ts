import * as v from 'valibot';

/** A row of `workspace_boards`, as far as this page reads it. */
export const boardSchema = v.object({
  id: v.string(),
  name: v.string(),
  /** Id of the owner. */
  owner: v.string(),
  /** The owner, by name. */
  account_profiles: v.nullable(v.object({ name: v.string() })),
  created_at: v.string(),
  workspace_members: v.array(v.object({ person: v.string() })),
  /** The name of its live channel, which changes when a member leaves. */
  workspace_channels: v.object({ channel: v.string() }),
});

export type Board = Readonly<v.InferOutput<typeof boardSchema>>;

/** An invitation of the signed-in person: what they may know of the board before they are on it. */
export const myInvitationSchema = v.object({
  board: v.string(),
  board_name: v.string(),
  invited_by: v.string(),
  expires_at: v.string(),
});

export type MyInvitation = Readonly<v.InferOutput<typeof myInvitationSchema>>;

/** Longest name of a board, in characters. */
export const NAME_LENGTH = 100;
