import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { callFunction } from './call-function.ts';
import { readRows } from './read-rows.ts';
import { asWorkspaceError, assertAnswered, reportFault, WorkspaceError } from './workspace-error.ts';
import { workspaceText } from './workspace-messages.ts';

const TABLES = { board: 'workspace_boards', note: 'workspace_notes', file: 'workspace_attachments' } as const;

/** What can be deleted and restored. */
export type Deletable = keyof typeof TABLES;

/**
 * Deletes a row. The database hides it, with everything that belongs to it, and removes it after 30 days. Deleting it again is no
 * failure.
 * @throws {WorkspaceError}
 */
export async function deleteRow(client: SupabaseClient, kind: Deletable, id: string): Promise<void> {
  assertAnswered(await client.from(TABLES[kind]).delete().eq('id', id));
  // In the background: where it fails, the next deletion or a schedule does it.
  void purgeExpired(client).catch(() => undefined);
}

/**
 * Restores a deleted row with its author, files, place and times. Resolves to false if it cannot be restored: 30 days have passed,
 * or the person is no longer on the board.
 * @throws {WorkspaceError}
 */
export async function restoreRow(client: SupabaseClient, kind: Deletable, id: string): Promise<boolean> {
  const answer = await client.rpc('workspace_restore', { kind, id });
  assertAnswered(answer);
  return readRows(v.boolean(), [answer.data])[0] ?? false;
}

/** A deletion that can be undone. */
export interface Deletion {
  readonly client: SupabaseClient;
  readonly kind: Deletable;
  readonly id: string;
  /** What is said of the deletion, and of an undo that fails. */
  readonly texts: { readonly deleted: string; readonly refused: string };
  readonly onRestored: () => void;
}

/** Says that something was deleted, with a button that undoes it. */
export function showDeleted(deletion: Deletion): void {
  showToast({ tone: 'notice', text: deletion.texts.deleted, action: undoOf(deletion) });
}

function undoOf(deletion: Deletion) {
  return { label: workspaceText('undo'), run: () => void undo(deletion) };
}

async function undo(deletion: Deletion): Promise<void> {
  const { client, kind, id, texts, onRestored } = deletion;
  try {
    if (!(await restoreRow(client, kind, id))) throw new WorkspaceError('notRestorable', null);
    onRestored();
  } catch (error) {
    reportFault(error);
    showToast({ tone: 'error', text: `${texts.refused} ${asWorkspaceError(error).message}`, action: undoOf(deletion) });
  }
}

/** Permanently removes what anyone deleted 30 days ago or earlier. */
async function purgeExpired(client: SupabaseClient): Promise<void> {
  const answer: { readonly data: unknown } = await client.rpc('workspace_has_expired');
  if (answer.data === true) await callFunction(client, 'workspace-purge', {});
}
