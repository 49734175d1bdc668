import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { callFunction } from './call-function.ts';
import { asWorkspaceError, assertSuccess, readData, reportFault, WorkspaceError } from './workspace-error.ts';
import { workspaceText } from './workspace-messages.ts';

const TABLES = { board: 'workspace_boards', note: 'workspace_notes', file: 'workspace_attachments' } as const;

/** What can be deleted and restored. */
type Deletable = keyof typeof TABLES;

/**
 * Deletes a row. The database hides it and everything that belongs to it, and removes them after 30 days. Deleting it again is not
 * an error.
 * @throws {WorkspaceError} also if the user may only read the row
 */
export async function deleteRow(client: SupabaseClient, kind: Deletable, id: string): Promise<void> {
  assertSuccess(await client.from(TABLES[kind]).delete().eq('id', id));
  // The response to a deletion that is not allowed is the same, but the row is still visible.
  const left = await client.from(TABLES[kind]).select('id').eq('id', id);
  if (left.data && left.data.length > 0) throw new WorkspaceError('refused', null);
  // In the background: if it fails, the next deletion or a schedule does it.
  void purgeExpired(client).catch(() => undefined);
}

/**
 * Restores a deleted row with its author, files, position and times. Resolves to false if it cannot be restored: 30 days have passed,
 * or the user is no longer on the board.
 * @throws {WorkspaceError}
 */
export async function restoreRow(client: SupabaseClient, kind: Deletable, id: string): Promise<boolean> {
  return readData(v.boolean(), await client.rpc('workspace_restore', { kind, id }));
}

/** A deletion that can be undone. */
interface Deletion {
  readonly client: SupabaseClient;
  readonly kind: Deletable;
  readonly id: string;
  /** Texts for the deletion and for an undo that fails. */
  readonly texts: { readonly deleted: string; readonly refused: string };
  readonly onRestored: () => void;
}

/** Shows that something was deleted, with a button that undoes it. */
export function showDeleted(deletion: Deletion): void {
  showToast({ tone: 'notice', text: deletion.texts.deleted, action: undoAction(deletion) });
}

function undoAction(deletion: Deletion) {
  return { label: workspaceText('undo'), run: () => void undo(deletion) };
}

async function undo(deletion: Deletion): Promise<void> {
  const { client, kind, id, texts, onRestored } = deletion;
  try {
    if (!(await restoreRow(client, kind, id))) throw new WorkspaceError('notRestorable', null);
    onRestored();
  } catch (error) {
    reportFault(error);
    showToast({ tone: 'error', text: `${texts.refused} ${asWorkspaceError(error).message}`, action: undoAction(deletion) });
  }
}

/** Permanently removes what any user deleted 30 or more days ago. */
async function purgeExpired(client: SupabaseClient): Promise<void> {
  const response: { readonly data: unknown } = await client.rpc('workspace_has_expired');
  if (response.data === true) await callFunction(client, 'workspace-purge', {});
}
