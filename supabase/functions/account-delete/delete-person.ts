import * as v from 'valibot';
import type { Project, ProjectClient } from '../_shared/project.ts';
import { Refusal } from '../_shared/refusal.ts';
import { removeBoardFiles, removeFolder, removeOrphans } from './stored-files.ts';

const AVATARS = 'account-avatars';

const boardsSchema = v.array(v.object({ id: v.string(), deleted_at: v.nullable(v.string()), workspace_members: v.array(v.object({ person: v.string() })) }));

/**
 * Deletes an account and everything that belongs to it alone. Deletes the files first, because nothing records their owner once
 * the account is gone. Every step can be repeated.
 * @throws Refusal `unfinished` if a step fails
 */
export async function deletePerson(project: Project, person: string): Promise<void> {
  const admin = project.admin();
  try {
    const boards = await privateBoards(admin, person);
    await removeAll(admin, person, boards);
    const { error } = await admin.auth.admin.deleteUser(person);
    if (error) throw error;
    // Files that were stored meanwhile. From now on, the user's token gives no access.
    await removeAll(admin, person, boards);
  } catch (cause) {
    throw unfinished(cause);
  }
}

/**
 * Removes the files of a deleted account that an interrupted call left behind.
 * @throws Refusal `unfinished` if a step fails
 */
export async function removeLeftovers(project: Project, person: string): Promise<void> {
  const admin = project.admin();
  try {
    await removeFolder(admin.storage.from(AVATARS), person);
    await removeOrphans(admin);
  } catch (cause) {
    throw unfinished(cause);
  }
}

async function removeAll(admin: ProjectClient, person: string, boards: readonly string[]): Promise<void> {
  if (boards.length > 0) await removeBoardFiles(admin, boards);
  await removeFolder(admin.storage.from(AVATARS), person);
}

/** The boards that are deleted with their owner: those without another member, and those that the owner deleted. */
async function privateBoards(admin: ProjectClient, person: string): Promise<string[]> {
  const alone = await boardsToDelete(admin, person);
  if (alone.length === 0) return [];
  await admin.from('workspace_invitations').delete().in('board', alone).throwOnError();
  // Read again: an invitation may have been accepted just before its deletion.
  return boardsToDelete(admin, person);
}

async function boardsToDelete(admin: ProjectClient, person: string): Promise<string[]> {
  const { data } = await admin.from('workspace_boards').select('id, deleted_at, workspace_members(person)').eq('owner', person).throwOnError();
  return v
    .parse(boardsSchema, data)
    .filter(({ deleted_at: deleted, workspace_members: members }) => deleted !== null || members.length === 1)
    .map(({ id }) => id);
}

function unfinished(cause: unknown): Refusal {
  return new Refusal(500, 'unfinished', 'Your account is not completely deleted yet. Try again in a moment to finish.', cause);
}
