import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';

/** A board to watch. */
export interface WatchedBoard {
  readonly board: string;
  /** The name of its channel. */
  readonly channel: string;
  /** Id of who watches it. */
  readonly person: string;
}

/** What is told of a board. */
export interface BoardWatcher {
  readonly onNote: (id: string) => void;
  readonly onBoard: () => void;
  readonly onPresence: (people: readonly string[]) => void;
  /** `live` when changes are heard from now on, perhaps again: what happened meanwhile was not. */
  readonly onConnection: (connection: 'live' | 'lost') => void;
}

const rowSchema = v.object({ id: v.string() });
const ofNoteSchema = v.object({ note: v.string() });
const readySchema = v.object({ extension: v.literal('postgres_changes'), status: v.literal('ok') });
const failedSchema = v.object({ status: v.literal('error') });

/** Milliseconds until a channel that the service closed is joined again, for the first tries and for all that follow. */
const RETRY_MS = [1_000, 2_000, 5_000, 10_000] as const;

/**
 * Joins the private channel of a board, and hears who comes and what changes. Rows are not taken from the messages, which
 * can be late or come twice: they say what to ask for. Gives back the function that leaves.
 */
export function watchBoard(client: SupabaseClient, { board, channel: name, person }: WatchedBoard, watcher: BoardWatcher): () => void {
  const topic = `workspace:board:${name}`;
  let left = false;
  /** The channel that is listened to. */
  let current: ReturnType<SupabaseClient['channel']> | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  void joinWhenFree();
  return () => {
    left = true;
    clearTimeout(retry);
    if (current) void client.removeChannel(current);
  };

  async function joinWhenFree(): Promise<void> {
    // The client knows a channel by its topic: the one that is being left has to be gone first.
    const before = client.getChannels().find((channel) => channel.topic === `realtime:${topic}`);
    if (before) await client.removeChannel(before);
    // A private channel is joined with the person's token, which the connection may not have yet.
    await client.realtime.setAuth();
    if (!left) join();
  }

  /** For what the client does not do itself: it joins again after a broken connection, but not where the service ended the channel. */
  function joinAgain(): void {
    current = null;
    watcher.onConnection('lost');
    // Perhaps because the person is not on the board any more.
    watcher.onBoard();
    retry = setTimeout(() => void joinWhenFree(), RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
    tries += 1;
  }

  function join(): void {
    const ofBoard = { schema: 'public', filter: `board=eq.${board}` } as const;
    const tellNote = (row: unknown) => {
      const read = v.safeParse(rowSchema, row);
      if (read.success) watcher.onNote(read.output.id);
    };
    const tellNoteOf = (what: unknown) => {
      const read = v.safeParse(ofNoteSchema, what);
      if (read.success) watcher.onNote(read.output.note);
    };
    const channel = client.channel(topic, { config: { private: true, presence: { key: person } } });
    const isOver = () => left || current !== channel;
    current = channel;
    channel
      .on('postgres_changes', { ...ofBoard, event: 'INSERT', table: 'workspace_notes' }, ({ new: row }) => tellNote(row))
      .on('postgres_changes', { ...ofBoard, event: 'UPDATE', table: 'workspace_notes' }, ({ new: row }) => tellNote(row))
      .on('postgres_changes', { ...ofBoard, event: 'INSERT', table: 'workspace_attachments' }, ({ new: row }) => tellNoteOf(row))
      .on('postgres_changes', { ...ofBoard, event: 'UPDATE', table: 'workspace_attachments' }, ({ new: row }) => tellNoteOf(row))
      // A deleted row is hidden, so its change is not sent: the database says which note was deleted, or has a file less.
      .on('broadcast', { event: 'deleted' }, ({ payload }: { payload?: unknown }) => tellNoteOf(payload))
      // Its row changes, too, when somebody comes: who is on which board is not published.
      .on('postgres_changes', { schema: 'public', filter: `id=eq.${board}`, event: '*', table: 'workspace_boards' }, () => watcher.onBoard())
      // The database says that a member left. It is the last message on this channel: the board has a new one.
      .on('broadcast', { event: 'members' }, () => watcher.onBoard())
      // Joined is not yet listening: changes are heard from this answer on.
      .on('system', {}, (message: unknown) => {
        if (isOver()) return;
        if (v.is(readySchema, message)) {
          tries = 0;
          watcher.onConnection('live');
        } else if (v.is(failedSchema, message)) {
          joinAgain();
          void client.removeChannel(channel);
        }
      })
      .on('presence', { event: 'sync' }, () => watcher.onPresence(Object.keys(channel.presenceState())))
      .subscribe((state) => {
        if (isOver()) return;
        const status: string = state;
        if (status === 'SUBSCRIBED') void channel.track({ at: new Date().toISOString() });
        else if (status === 'CLOSED') joinAgain();
        else {
          watcher.onConnection('lost');
          // Refused, if the service can be reached.
          if (client.realtime.isConnected()) watcher.onBoard();
        }
      });
  }
}
