import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { WorkspaceError } from '../data/workspace-error.ts';
import { asEdit, draftOfNote, putDraft, type DraftPlace } from '../drafts/drafts.ts';
import type { Draft } from '../drafts/kept-drafts.ts';
import { untilSent } from '../drafts/outbox.ts';
import { sendDraft } from '../drafts/send-draft.ts';
import type { SaveOutcome } from './notes-table.ts';

/**
 * Stores a draft, or, without a connection, has it wait for one.
 *
 * @param revives whether the note was deleted, and is to come back with this text
 * @throws {WorkspaceError} for everything but a connection that is not there
 */
export async function saveDraft(client: SupabaseClient, from: DraftPlace, text: Draft, revives = false): Promise<SaveOutcome | { readonly kind: 'waiting' }> {
  await untilSent(text.id);
  const draft = asSent(from.person, text);
  const place = { ...from, board: draft.board };
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

/** A text with what has become known of its note while an earlier one was sent. */
function asSent(person: string, text: Draft): Draft {
  const kept = draftOfNote(person, text.id);
  if (!kept) return text;
  const { board, base } = kept;
  return { ...text, board, base: (base?.version ?? -1) > (text.base?.version ?? -1) ? base : text.base };
}
