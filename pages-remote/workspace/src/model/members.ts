import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { roleSchema, type GivenRole } from './roles.ts';
import { assertSuccess, readRows, WorkspaceError } from './workspace-error.ts';

const TABLE = 'workspace_members';

/** The private bucket for the pictures of people. */
const PICTURES_BUCKET = 'account-avatars';

/** Seconds for which the URL of a picture works: longer than people stay on a board without a reload of the members. */
const PICTURE_ADDRESS_S = 6 * 3600;

/** Schema of a person's profile. */
export const profileSchema = v.object({
  name: v.string(),
  /** Path of the person's picture: `<user id>/<file name>`. It becomes part of a URL, so other forms are refused. */
  avatar_path: v.nullish(v.pipe(v.string(), v.regex(/^[\da-f-]{36}\/\w[\w.-]*$/))),
});

const memberSchema = v.object({ person: v.string(), role: roleSchema, joined_at: v.string(), account_profiles: v.nullable(profileSchema) });

/** A row of `workspace_members`, with the person's profile. */
export type Member = Readonly<v.InferOutput<typeof memberSchema>>;

/**
 * The members of a board, in the order in which they joined.
 * @throws {WorkspaceError}
 */
export async function listMembers(client: SupabaseClient, board: string, signal: AbortSignal): Promise<readonly Member[]> {
  const columns = 'person,role,joined_at,account_profiles(name,avatar_path)';
  return readRows(memberSchema, await client.from(TABLE).select(columns).eq('board', board).order('joined_at').order('person').abortSignal(signal));
}

/** The URLs of people's pictures by user id. People without a picture, or whose picture cannot be read, have none. */
export async function pictureAddresses(client: SupabaseClient, people: readonly Pick<Member, 'person' | 'account_profiles'>[]): Promise<ReadonlyMap<string, string>> {
  const owners = new Map(people.flatMap(({ person, account_profiles: profile }) => (profile?.avatar_path ? [[profile.avatar_path, person] as const] : [])));
  if (owners.size === 0) return new Map();
  const { data } = await client.storage.from(PICTURES_BUCKET).createSignedUrls([...owners.keys()], PICTURE_ADDRESS_S);
  return new Map(data?.flatMap(({ path, signedUrl }) => (path !== null && owners.has(path) && signedUrl ? [[owners.get(path) ?? '', signedUrl] as const] : [])));
}

/**
 * Removes a member from a board: the user themselves or, if they own the board, another member.
 * @throws {WorkspaceError}
 */
export async function removeMember(client: SupabaseClient, board: string, person: string): Promise<void> {
  const response = await client.from(TABLE).delete().eq('board', board).eq('person', person).select('person');
  assertSuccess(response);
  // The page does not offer to remove the owner, so the member has left already.
  if (response.data?.length === 0) throw new WorkspaceError('gone', null);
}

/**
 * Gives a member of one of the user's boards another role.
 * @throws {WorkspaceError} also if the member has left
 */
export async function changeRole(client: SupabaseClient, board: string, person: string, role: GivenRole): Promise<void> {
  const response = await client.from(TABLE).update({ role }).eq('board', board).eq('person', person).select('person');
  assertSuccess(response);
  if (response.data?.length === 0) throw new WorkspaceError('gone', null);
}

/**
 * Makes a member the owner of the board.
 * @throws {WorkspaceError}
 */
export async function handOver(client: SupabaseClient, board: string, person: string): Promise<void> {
  assertSuccess(await client.rpc('workspace_hand_over_board', { board, person }));
}
