import * as v from 'valibot';

/** A row of `workspace_members`, with the name of the person. */
export const memberSchema = v.object({
  person: v.string(),
  role: v.picklist(['owner', 'member']),
  joined_at: v.string(),
  account_profiles: v.nullable(v.object({ name: v.string() })),
});

export type Member = Readonly<v.InferOutput<typeof memberSchema>>;

/** A row of `workspace_invitations` that the owner of the board sees. */
export const openInvitationSchema = v.object({ id: v.string(), email: v.string(), expires_at: v.string() });

export type OpenInvitation = Readonly<v.InferOutput<typeof openInvitationSchema>>;
