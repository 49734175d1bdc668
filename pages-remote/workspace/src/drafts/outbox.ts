import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { asWorkspaceError, type WorkspaceError } from '../data/workspace-error.ts';
import type { Note } from '../notes/note.ts';
import { asEdit, draftsOf, putDraft } from './drafts.ts';
import type { Draft } from './kept-drafts.ts';
import { sendDraft } from './send-draft.ts';

/** What became of a draft that waited. */
export type Sent =
  | { readonly kind: 'stored'; readonly note: Note }
  /** Somebody else changed or deleted the note meanwhile: its editor shows both texts. */
  | { readonly kind: 'clashed'; readonly draft: Draft }
  | { readonly kind: 'refused'; readonly draft: Draft; readonly failure: WorkspaceError };

let running: Promise<void> = Promise.resolve();

/** Sends what a person has saved without a connection, in the order in which it was saved; stops where there still is none. */
export function sendWaiting(client: SupabaseClient, person: string, tell: (sent: Sent) => void): Promise<void> {
  // One after the other: two at once would send the same text twice.
  running = running.then(() => sendEach(client, person, tell));
  return running;
}

async function sendEach(client: SupabaseClient, person: string, tell: (sent: Sent) => void): Promise<void> {
  for (const draft of draftsOf(person)) {
    if (!draft.waiting) continue;
    const place = { person, board: draft.board, note: draft.id };
    const open = { ...draft, waiting: false };
    try {
      const outcome = await sendDraft(client, draft, false);
      putDraft(place, outcome.kind === 'saved' ? null : asEdit(open));
      tell(outcome.kind === 'saved' ? { kind: 'stored', note: outcome.note } : { kind: 'clashed', draft: open });
    } catch (error) {
      const failure = asWorkspaceError(error);
      if (failure.failure === 'unreachable') return;
      // Who is logged out logs in again; what was saved still waits.
      if (failure.failure === 'session') return;
      putDraft(place, open);
      tell({ kind: 'refused', draft: open, failure });
    }
  }
}
