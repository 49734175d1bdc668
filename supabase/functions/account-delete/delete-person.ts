import * as v from 'valibot';
import type { Project, ProjectClient } from '../_shared/project.ts';
import { Refusal } from '../_shared/refusal.ts';
import { removeFolder } from './remove-folder.ts';
import { removeOrphans } from './remove-orphans.ts';

const FILES = 'workspace-files';
const AVATARS = 'account-avatars';

const boardsSchema = v.array(v.object({ id: v.string(), deleted_at: v.nullable(v.string()), workspace_members: v.array(v.object({ person: v.string() })) }));

/**
 * Deletes a person and what belongs to them alone. The files go first: once the person is gone, nothing says any more
 * whose they were. Every step can be repeated.
 * @throws Refusal `unfinished` where a step fails
 */
export async function deletePerson(project: Project, person: string): Promise<void> {
  const admin = project.admin();
  try {
    const boards = await privateBoards(admin, person);
    await removeAll(admin, person, boards);
    const { error } = await admin.auth.admin.deleteUser(person);
    if (error) throw error;
    // What came while the rest went: now their token opens nothing any more.
    await removeAll(admin, person, boards);
  } catch (cause) {
    throw unfinished(cause);
  }
}

/**
 * Removes what came late, or was left by a try that was interrupted, of a person who is gone.
 * @throws Refusal `unfinished` where a step fails
 */
export async function removeLeftovers(project: Project, person: string): Promise<void> {
  const admin = project.admin();
  try {
    await removeFolder(admin.storage.from(AVATARS), person);
    await removeOrphans(admin, FILES);
  } catch (cause) {
    throw unfinished(cause);
  }
}

async function removeAll(admin: ProjectClient, person: string, boards: readonly string[]): Promise<void> {
  for (const board of boards) await removeFolder(admin.storage.from(FILES), board);
  await removeFolder(admin.storage.from(AVATARS), person);
}

/** The boards that go with their owner: those with no other member, and those that the owner deleted. The others pass to a member. */
async function privateBoards(admin: ProjectClient, person: string): Promise<string[]> {
  const alone = await boardsToDelete(admin, person);
  if (alone.length === 0) return [];
  await admin.from('workspace_invitations').delete().in('board', alone).throwOnError();
  // Somebody may have accepted an invitation just now.
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
  return new Refusal(500, 'unfinished', 'Your account is not deleted completely yet. Try again in a while: it goes on from here.', cause);
}
