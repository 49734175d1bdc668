import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { restoreRow } from '../data/deletions.ts';
import { WorkspaceError } from '../data/workspace-error.ts';
import { addNote, saveNote, type SaveOutcome } from '../notes/notes-table.ts';
import type { Draft } from './kept-drafts.ts';

/**
 * Stores a draft: adds the note, or saves the text unless somebody else was faster.
 *
 * @param revives whether the note was deleted, and is to come back with this text
 * @throws {WorkspaceError} `unreachable` immediately while the browser is offline
 */
export async function sendDraft(client: SupabaseClient, { id, board, title, body, base }: Draft, revives: boolean): Promise<SaveOutcome> {
  // supabase-js would first try for half a minute to renew a session that has expired.
  if (!navigator.onLine) throw new WorkspaceError('unreachable', null);
  const text = { title: title.trim(), body };
  if (base) {
    if (revives) await restoreRow(client, 'note', id);
    const outcome = await saveNote(client, { id, version: base.version }, text);
    if (outcome.kind !== 'gone' || !revives) return outcome;
  }
  // Where it was deleted for good, its version goes on, so that no older base fits it.
  const note = await addNote(client, { id, board, ...text, ...(base && { version: base.version + 1 }) });
  if (note.title === text.title && note.body === body) return { kind: 'saved', note };
  // It was there already: by an earlier try of one's own, of which the answer was lost.
  return saveNote(client, { id, version: 1 }, text);
}
