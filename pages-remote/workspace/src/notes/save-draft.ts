import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { WorkspaceError } from '../data/workspace-error.ts';
import { asEdit, putDraft, type DraftPlace } from '../drafts/drafts.ts';
import type { Draft } from '../drafts/kept-drafts.ts';
import { sendDraft } from '../drafts/send-draft.ts';
import type { SaveOutcome } from './notes-table.ts';

/**
 * Stores a draft, or, without a connection, has it wait for one.
 *
 * @param revives whether the note was deleted, and is to come back with this text
 * @throws {WorkspaceError} for everything but a connection that is not there
 */
export async function saveDraft(client: SupabaseClient, place: DraftPlace, draft: Draft, revives = false): Promise<SaveOutcome | { readonly kind: 'waiting' }> {
  try {
    const outcome = await sendDraft(client, draft, revives);
    if (outcome.kind === 'saved') putDraft(place, null);
    else if (!draft.base) {
      // The note is there with another text: both are shown where it stands.
      putDraft(place, null);
      putDraft({ ...place, note: draft.id }, asEdit(draft));
    }
    return outcome;
  } catch (error) {
    if (!(error instanceof WorkspaceError) || error.failure !== 'unreachable') throw error;
    // Under its own id: the form is free for the next note.
    putDraft(place, null);
    putDraft({ ...place, note: draft.id }, { ...draft, waiting: true });
    return { kind: 'waiting' };
  }
}
