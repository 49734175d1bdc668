import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import type { Note } from '../notes/note.ts';
import { addNote, saveNote, type SaveOutcome } from '../notes/notes-table.ts';
import type { Draft } from './kept-drafts.ts';

/**
 * Stores a draft: adds the note, or saves the text unless somebody else was faster.
 * @throws {WorkspaceError}
 */
export async function sendDraft(client: SupabaseClient, { id, board, title, body, base }: Draft): Promise<SaveOutcome> {
  const text = { title: title.trim(), body };
  if (base) return saveNote(client, { id, version: base.version }, text);
  const note: Note = await addNote(client, { id, board, ...text });
  return { kind: 'saved', note };
}
