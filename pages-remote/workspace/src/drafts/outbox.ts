import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { asWorkspaceError, reportFault, type WorkspaceError } from '../data/workspace-error.ts';
import type { Note } from '../notes/note.ts';
import type { SaveOutcome } from '../notes/notes-table.ts';
import { asEdit, baseOf, draftAt, draftsOf, putDraft, type DraftPlace } from './drafts.ts';
import type { Draft } from './kept-drafts.ts';
import { sendDraft } from './send-draft.ts';

/** What became of a draft that waited. */
export type Sent =
  /** `goesOn` where the person has written on meanwhile: that is an edit of the note now. */
  | { readonly kind: 'stored'; readonly note: Note; readonly goesOn: boolean }
  /** Somebody else changed or deleted the note meanwhile: its editor shows both texts. */
  | { readonly kind: 'clashed'; readonly draft: Draft }
  | { readonly kind: 'refused'; readonly draft: Draft; readonly failure: WorkspaceError };

let running: Promise<void> = Promise.resolve();

/** The note that is on its way. */
let sending: { readonly note: string; readonly done: Promise<unknown> } | null = null;

/** Sends what a person has saved without a connection, in the order in which it was saved; stops where there still is none. */
export function sendWaiting(client: SupabaseClient, person: string, tell: (sent: Sent) => void): Promise<void> {
  // One after the other: two at once would send the same text twice.
  running = running.then(() => sendEach(client, person, tell));
  return running;
}

/** Resolves when the note is not on its way: what is stored after that is not replaced by what was sent before. */
export async function untilSent(note: string): Promise<void> {
  if (sending?.note === note) await sending.done;
}

async function sendEach(client: SupabaseClient, person: string, tell: (sent: Sent) => void): Promise<void> {
  for (const { id, board } of draftsOf(person)) {
    const place = { person, board, note: id };
    // As it is by now: while others were sent, the person may have gone on writing.
    const draft = draftAt(place);
    if (!draft?.waiting) continue;
    const done = sendOne(client, place, draft, tell);
    sending = { note: id, done };
    const isConnected = await done;
    sending = null;
    if (!isConnected) return;
  }
}

/** Whether there was an answer, and others can be sent. */
async function sendOne(client: SupabaseClient, place: DraftPlace, draft: Draft, tell: (sent: Sent) => void): Promise<boolean> {
  try {
    const outcome = await sendDraft(client, draft, false);
    const sent = settle(place, draft, outcome);
    if (sent) tell(sent);
  } catch (error) {
    reportFault(error);
    const failure = asWorkspaceError(error);
    // Who is logged out logs in again; what was saved still waits.
    if (failure.failure === 'unreachable' || failure.failure === 'session') return false;
    const now = draftAt(place);
    // What was written since then has not been refused.
    if (!now || !isSameText(now, draft)) return true;
    const open = { ...now, waiting: false };
    putDraft(place, open);
    tell({ kind: 'refused', draft: open, failure });
  }
  return true;
}

/** Keeps what the person wrote while the draft was sent, and lets go of what is stored; null where there is nothing to tell. */
function settle(place: DraftPlace, sent: Draft, outcome: SaveOutcome): Sent | null {
  const now = draftAt(place);
  // Known by now, where the note was for the person's first board.
  const board = outcome.kind === 'gone' ? place.board : outcome.note.board;
  if (now && board !== place.board) putDraft(place, null);
  if (outcome.kind === 'saved') {
    const { note } = outcome;
    const isDone = !now || (now.waiting && isSameText(now, sent));
    if (now) putDraft({ ...place, board }, isDone ? null : { ...now, board, base: baseOf(note) });
    return { kind: 'stored', note, goesOn: !isDone && !now.waiting };
  }
  // Discarded meanwhile.
  if (!now) return null;
  const draft = asEdit({ ...now, board, waiting: false });
  putDraft({ ...place, board }, draft);
  return { kind: 'clashed', draft };
}

function isSameText(one: Draft, other: Draft): boolean {
  return one.title === other.title && one.body === other.body;
}
