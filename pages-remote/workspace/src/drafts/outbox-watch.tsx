import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { showToast } from '@atrium/page-kit/site';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { queryKeys } from '../data/query-keys.ts';
import type { Note } from '../notes/note.ts';
import { notesText } from '../notes/notes-messages.ts';
import { sendWaiting, type Sent } from './outbox.ts';
import { useDrafts } from './use-drafts.ts';

/** Milliseconds between two tries where the browser does not say that the connection is back. */
const RETRY_MS = 15_000;

interface OutboxProps {
  readonly client: SupabaseClient;
  readonly person: string;
  /** Whether the live connection stands: what waits is sent as soon as it does. */
  readonly live: boolean;
  /** Hears of a note that could not be saved as it was, and has to be looked at. */
  readonly onClash?: (note: string) => void;
  /** Hears of a note that is stored, in which the person goes on writing. */
  readonly onGoesOn?: (note: Note) => void;
}

/** Sends what the person has saved without a connection, once there is one, and tells them. Shows nothing itself. */
export function Outbox({ client, person, live, onClash, onGoesOn }: OutboxProps) {
  const queries = useQueryClient();
  const waits = useDrafts(person).some(({ waiting }) => waiting);

  function tell(sent: Sent): void {
    const board = sent.kind === 'stored' ? sent.note.board : sent.draft.board;
    if (board !== null) void queries.invalidateQueries({ queryKey: queryKeys.notes(board) });
    void queries.invalidateQueries({ queryKey: queryKeys.boards });
    if (sent.kind === 'stored') {
      showToast({ text: notesText('sent', { title: sent.note.title }) });
      if (sent.goesOn) onGoesOn?.(sent.note);
      return;
    }
    const { title, id } = sent.draft;
    if (sent.kind === 'refused') showToast({ tone: 'error', text: `${notesText('sendRefused', { title })} ${sent.failure.message}` });
    else showToast({ tone: 'error', text: notesText('sendClashed', { title }) });
    onClash?.(id);
  }

  const send = useEffectEvent(() => void sendWaiting(client, person, tell));
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
  return null;
}
