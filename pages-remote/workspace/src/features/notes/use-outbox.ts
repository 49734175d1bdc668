import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { showToast } from '@atrium/page-kit/site';
import type { AuthHandle, SupabaseClient } from '@atrium/page-kit/contract/auth';
import type { Note } from '../../model/notes.ts';
import { sendWaiting, type SendResult } from '../../sync/outbox.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { draftsOf, watchDrafts, type Draft } from '../../sync/drafts.ts';
import { useDrafts } from '../../sync/use-drafts.ts';
import { notesText } from './notes-messages.ts';

/** Milliseconds between two attempts if the browser does not report that it is back online. */
const RETRY_MS = 15_000;

interface OutboxOptions {
  readonly client: SupabaseClient;
  readonly person: string;
  /** Whether the live connection is open. Waiting drafts are sent as soon as it is. */
  readonly live: boolean;
  /** Called with what could not be saved, and the user has to look at. */
  readonly onUnsaved?: (draft: Draft) => void;
  /** Called with a stored note that the user has continued writing. */
  readonly onEditedOn?: (note: Note) => void;
}

/** The number of pages on screen that send drafts. */
let openPages = 0;

/** Sends the drafts that wait for a connection if no page does. Rejects if the client cannot be loaded. */
export async function sendInBackground(auth: AuthHandle): Promise<void> {
  // After a reload, a draft that still waits is an unsaved change on every page.
  watchDrafts();
  const person = auth.getAuth().user?.id;
  if (openPages > 0 || person === undefined || !draftsOf(person).some(({ waiting }) => waiting)) return;
  await sendWaiting(await auth.getSupabase(), person, announce);
}

/** Shows in a toast what became of a draft. */
function announce(result: SendResult): void {
  if (result.kind === 'stored') {
    showToast({ text: notesText('sent', { title: result.note.title }) });
    return;
  }
  const { title } = result.draft;
  const text = result.kind === 'refused'
    ? `${notesText('sendRefused', { title })} ${result.failure.message}`
    : notesText(result.kind === 'gone' ? 'sendGone' : 'sendClashed', { title });
  showToast({ tone: 'error', text });
}

/** Sends the drafts that the user saved without a connection once there is one, and shows the results. */
export function useOutbox({ client, person, live, onUnsaved, onEditedOn }: OutboxOptions): void {
  const queries = useQueryClient();
  const waits = useDrafts(person).some(({ waiting }) => waiting);

  function show(result: SendResult): void {
    const board = result.kind === 'stored' ? result.note.board : result.draft.board;
    void queries.invalidateQueries({ queryKey: queryKeys.notes(board) });
    void queries.invalidateQueries({ queryKey: queryKeys.boards });
    announce(result);
    if (result.kind !== 'stored') onUnsaved?.(result.draft);
    else if (result.isEditedOn) onEditedOn?.(result.note);
  }

  useEffect(() => {
    openPages += 1;
    return () => {
      openPages -= 1;
    };
  }, []);

  const send = useEffectEvent(() => void sendWaiting(client, person, show));
  useEffect(() => {
    if (!waits) return;
    const trySending = () => send();
    if (live) trySending();
    addEventListener('online', trySending);
    const timer = setInterval(trySending, RETRY_MS);
    return () => {
      removeEventListener('online', trySending);
      clearInterval(timer);
    };
  }, [waits, live]);
}
