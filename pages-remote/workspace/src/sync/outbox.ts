import { auth } from 'auth/auth';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { restoreRow } from '../model/deletions.ts';
import { mergedText } from '../model/merged-text.ts';
import { addNote, saveNote, type Note, type NoteText, type SaveOutcome } from '../model/notes.ts';
import { asWorkspaceError, reportFault, WorkspaceError } from '../model/workspace-error.ts';
import { asEdit, baseOf, draftAt, draftOfNote, draftsOf, putDraft, type Draft, type DraftPlace } from './drafts.ts';

/** The result of sending a draft that waited for a connection. */
export type SendResult =
  /** `isEditedOn`: the user has continued writing meanwhile, which now edits the stored note. */
  | { readonly kind: 'stored'; readonly note: Note; readonly isEditedOn: boolean }
  /** Another user changed or deleted the note meanwhile. Its editor shows both texts. */
  | { readonly kind: 'conflict'; readonly draft: Draft }
  /** Another user has deleted the note. */
  | { readonly kind: 'gone'; readonly draft: Draft }
  | { readonly kind: 'refused'; readonly draft: Draft; readonly failure: WorkspaceError };

/** How often a text is saved while others change other lines of it. */
const MAX_ATTEMPTS = 4;

/** The sending of waiting drafts. One run follows the other, because two at a time would send the same text twice. */
let running: Promise<void> = Promise.resolve();

/** Ids of the new notes whose first attempt is under way. */
const adding = new Set<string>();

/** The draft that is being sent. */
let sending: { readonly note: string; readonly done: Promise<unknown> } | null = null;

/**
 * Stores a draft. Without a connection, the draft waits for {@link sendWaiting}, unless it restores a note.
 * @param restores whether the note was deleted, and saving this text restores it
 * @throws {WorkspaceError} for every failure but a missing connection
 */
export async function saveDraft(client: SupabaseClient, from: DraftPlace, text: Draft, restores = false): Promise<SaveOutcome | { readonly kind: 'waiting' }> {
  // An earlier text of the note must not arrive after this one.
  if (sending?.note === text.id) await sending.done;
  const draft = withSentBase(from.person, text);
  const place = { ...from, board: draft.board };
  try {
    const outcome = await sendDraft(client, draft, restores);
    if (outcome.kind === 'saved') {
      const rest = continuedDraft(place, text, outcome.note);
      dropDraft(place, draft.id);
      if (rest) putDraft({ ...place, note: draft.id }, rest);
    } else if (!draft.base) {
      // The note is stored with another text: its editor shows both.
      putDraft(place, null);
      putDraft({ ...place, note: draft.id }, asEdit(draft));
    }
    return outcome;
  } catch (error) {
    if (restores || !(error instanceof WorkspaceError) || error.failure !== 'unreachable') throw error;
    const now = draftAt(place);
    // The user has undone the change meanwhile.
    if (draft.base && !now) return { kind: 'waiting' };
    // What the user has written until there was no response.
    const { title, body } = now?.id === draft.id ? now : draft;
    // With the note's own id, so that the form is free for the next note.
    dropDraft(place, draft.id);
    // Without a title, the table would refuse it.
    putDraft({ ...place, note: draft.id }, { ...draft, title, body, waiting: title.trim() !== '' });
    return { kind: 'waiting' };
  }
}

/**
 * Stores a new note as {@link saveDraft} does. Meanwhile its draft is kept with the note, so that the form is free for the next one, and
 * a reload does not lose it.
 * @throws {WorkspaceError} for every failure but a missing connection. The draft is still there
 */
export async function addDraft(client: SupabaseClient, person: string, draft: Draft): ReturnType<typeof saveDraft> {
  const place = { person, board: draft.board, note: draft.id };
  adding.add(draft.id);
  putDraft(place, draft);
  try {
    return await saveDraft(client, place, draft);
  } finally {
    adding.delete(draft.id);
    const left = draftAt(place);
    if (left) {
      // The lists of drafts show it from now on. They only notice drafts that begin or end.
      putDraft(place, null);
      putDraft(place, left);
    }
  }
}

/** Whether the first attempt to store a new note is under way. */
export function isBeingAdded(id: string): boolean {
  return adding.has(id);
}

/**
 * Saves a text again, merged with the newer note, as often as others change the note meanwhile.
 * @param first the outcome of the first attempt
 * @param saveMerged null if the texts cannot be merged
 * @returns the last outcome: `changed` if the user has to choose, or after {@link MAX_ATTEMPTS}
 */
export async function retryMerged<Outcome extends Awaited<ReturnType<typeof saveDraft>>>(first: Outcome, saveMerged: (newer: Note) => Promise<Outcome> | null): Promise<Outcome> {
  let outcome = first;
  for (let attempt = 1; attempt < MAX_ATTEMPTS && outcome.kind === 'changed'; attempt += 1) {
    const next = saveMerged(outcome.note);
    if (!next) break;
    outcome = await next;
  }
  return outcome;
}

/** Drops the draft of a note, and not one of the next note in the same form. */
function dropDraft(place: DraftPlace, id: string): void {
  if (draftAt(place)?.id === id) putDraft(place, null);
}

/** What the user has written into a note since its text was sent, as an edit of the stored note; null if nothing. */
function continuedDraft(place: DraftPlace, sent: Draft, stored: Note): Draft | null {
  const now = draftAt(place);
  if (now?.id !== stored.id || (now.title.trim() === sent.title.trim() && now.body === sent.body)) return null;
  return { ...now, base: baseOf(stored), waiting: false };
}

/** The text with the board and base version that an earlier save of the same note stored. */
function withSentBase(person: string, text: Draft): Draft {
  const sent = draftOfNote(person, text.id);
  if (!sent) return text;
  const { board, base } = sent;
  return { ...text, board, base: (base?.version ?? -1) > (text.base?.version ?? -1) ? base : text.base };
}

/**
 * Sends the drafts that a user saved without a connection, in the order in which they were saved. Stops if there is still no
 * connection.
 */
export function sendWaiting(client: SupabaseClient, person: string, onResult: (result: SendResult) => void): Promise<void> {
  // A run that failed does not stop the next one.
  running = running.catch(() => undefined).then(() => sendEach(client, person, onResult));
  return running;
}

async function sendEach(client: SupabaseClient, person: string, onResult: (result: SendResult) => void): Promise<void> {
  for (const { id, board } of draftsOf(person)) {
    // Another user may have logged in meanwhile.
    if (auth.getAuth().user?.id !== person) return;
    const place = { person, board, note: id };
    // The current draft: the user may have continued writing while others were sent.
    const draft = draftAt(place);
    if (!draft?.waiting) continue;
    const done = sendOne(client, place, draft, onResult);
    sending = { note: id, done };
    const isConnected = await done.finally(() => {
      sending = null;
    });
    if (!isConnected) return;
  }
}

/** Returns whether there was a response, so that others can be sent. */
async function sendOne(client: SupabaseClient, place: DraftPlace, draft: Draft, onResult: (result: SendResult) => void): Promise<boolean> {
  let result: SendResult | null;
  try {
    const outcome = await sendDraft(client, draft, false);
    let text = draft;
    const last = await retryMerged(outcome, (newer) => {
      const merged = text.base && mergedText(text, text.base, newer);
      if (!merged) return null;
      text = { ...text, ...merged, base: baseOf(newer) };
      return sendDraft(client, text, false);
    });
    result = settle(place, draft, last);
  } catch (error) {
    reportFault(error);
    const failure = asWorkspaceError(error);
    // After logging in again, the draft is still waiting.
    if (failure.failure === 'unreachable' || failure.failure === 'session') return false;
    const now = draftAt(place);
    // A text that was written since then has not been refused.
    if (!now || !isIdentical(now, draft)) return true;
    const open = { ...now, waiting: false };
    putDraft(place, open);
    result = { kind: 'refused', draft: open, failure };
  }
  try {
    if (result) onResult(result);
  } catch (error) {
    // The text is stored all the same, and the next one can be sent.
    reportError(error);
  }
  return true;
}

/** Removes the stored draft and keeps what the user wrote while it was sent. Returns null if the user discarded it meanwhile. */
function settle(place: DraftPlace, sent: Draft, outcome: SaveOutcome): SendResult | null {
  const now = draftAt(place);
  // The note may have been moved to another board.
  const board = outcome.kind === 'gone' ? place.board : outcome.note.board;
  if (now && board !== place.board) putDraft(place, null);
  if (outcome.kind === 'saved') {
    const { note } = outcome;
    const isDone = !now || (now.waiting && isIdentical(now, sent));
    const isSent = isIdentical(note, { title: sent.title.trim(), body: sent.body });
    // If others' changes were merged into the text, what the user has written since is still to be merged with them.
    const base = isSent || !sent.base ? baseOf(note) : { title: sent.title.trim(), body: sent.body, version: sent.base.version };
    if (now) putDraft({ ...place, board }, isDone ? null : { ...now, board, base });
    return { kind: 'stored', note, isEditedOn: !isDone && !now.waiting };
  }
  if (!now) return null;
  const draft = asEdit({ ...now, board, waiting: false });
  putDraft({ ...place, board }, draft);
  return { kind: outcome.kind === 'gone' ? 'gone' : 'conflict', draft };
}

function isIdentical(one: NoteText, other: NoteText): boolean {
  return one.title === other.title && one.body === other.body;
}

/**
 * Adds a new note, or saves the text of a stored note unless another user or tab was faster.
 * @param restores whether the note was deleted, and saving this text restores it
 * @throws {WorkspaceError} `unreachable` without a request while the browser is offline
 */
async function sendDraft(client: SupabaseClient, { id, board, title, body, base }: Draft, restores: boolean): Promise<SaveOutcome> {
  // supabase-js would first try for half a minute to refresh an expired session.
  if (!navigator.onLine) throw new WorkspaceError('unreachable', null);
  const text = { title: title.trim(), body };
  if (base) {
    if (restores) await restoreRow(client, 'note', id);
    const outcome = await saveNote(client, { id, version: base.version }, text);
    if (outcome.kind !== 'gone' || !restores) return outcome;
  }
  // A note that was deleted permanently continues its versions, so that no older base matches.
  const note = await addNote(client, { id, board, ...text, ...(base && { version: base.version + 1 }) });
  if (note.title === text.title && note.body === body) return { kind: 'saved', note };
  // An earlier attempt, whose response was lost, has added it with another text.
  return saveNote(client, { id, version: 1 }, text);
}
