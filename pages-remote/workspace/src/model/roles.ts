import * as v from 'valibot';

/** The roles that the owner of a board gives to others. */
export const GIVEN_ROLES = ['editor', 'viewer'] as const;

/** A role that the owner of a board gives to others: editors write on the board, viewers only read it. */
export type GivenRole = (typeof GIVEN_ROLES)[number];

/** Schema of a {@link GivenRole}. A role that only a later release knows can at least read. */
export const givenRoleSchema = v.fallback(v.picklist(GIVEN_ROLES), 'viewer');

/** Schema of the role of a member: `owner`, or a {@link GivenRole}. */
export const roleSchema = v.fallback(v.picklist(['owner', ...GIVEN_ROLES]), 'viewer');

/** The role of a member of a board. */
type Role = v.InferOutput<typeof roleSchema>;

/** A board, as far as roles are concerned. */
interface BoardMembers {
  readonly workspace_members: readonly { readonly person: string; readonly role: Role }[];
}

/**
 * Whether a person may change anything on a board: its owner and its editors may, viewers may not. The database decides in the same
 * way (`workspace_private.my_writable_boards`).
 */
export function canWrite({ workspace_members: members }: BoardMembers, person: string): boolean {
  const role = members.find((member) => member.person === person)?.role;
  return role !== undefined && role !== 'viewer';
}
