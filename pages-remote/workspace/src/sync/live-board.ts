import { useEffect, useEffectEvent, useState } from 'react';
import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';

/** The board whose changes are received. */
interface WatchedBoard {
  readonly board: string;
  /** The name of its channel. */
  readonly channel: string;
  /** Id of the signed-in user. */
  readonly person: string;
}

/** Receives the changes of a board. */
interface LiveListener {
  /** These notes were added, changed, deleted or restored, or their files changed. */
  readonly onNotes: (ids: readonly string[]) => void;
  /** The members or the name of the board changed. */
  readonly onBoard: () => void;
  /** The connection is open, perhaps again. Changes from before were not received. */
  readonly onConnected: () => void;
}

/** The live connection of a board. */
interface LiveBoard {
  /** `connecting` at first; `lost` if it broke or could not be opened. */
  readonly connection: 'connecting' | 'live' | 'lost';
  /** Ids of the users who have the board open, including the signed-in user. */
  readonly present: readonly string[];
}

const START: LiveBoard = { connection: 'connecting', present: [] };

/** Milliseconds within which changes are reported together: moving a note or pasting a list makes many. */
const BATCH_MS = 120;

/** Milliseconds before joining again a channel that the service closed: for the first attempts, then for all further ones. */
const RETRY_MS = [1_000, 2_000, 5_000, 10_000] as const;

/**
 * Receives the changes that others make on a board while the component is mounted. When a member leaves, the board gets another
 * channel, which the hook then joins.
 */
export function useLiveBoard(client: SupabaseClient, { board, channel, person }: WatchedBoard, listener: LiveListener): LiveBoard {
  const [live, setLive] = useState(START);
  const onNotes = useEffectEvent((ids: readonly string[]) => listener.onNotes(ids));
  const onBoard = useEffectEvent(() => listener.onBoard());
  const onConnected = useEffectEvent(() => listener.onConnected());
  useEffect(() => {
    const notes = batchIds((ids) => onNotes(ids));
    const leave = watchBoard(client, { board, channel, person }, {
      onNote: notes.add,
      onBoard: () => onBoard(),
      onPresence: (present) => setLive((now) => ({ ...now, present })),
      onConnection: (connection) => {
        setLive((now) => (connection === 'live' ? { ...now, connection } : { connection, present: [] }));
        if (connection === 'live') onConnected();
      },
    });
    return () => {
      notes.stop();
      leave();
      setLive(START);
    };
  }, [client, board, channel, person]);
  return live;
}

/** Collects ids and reports each batch once. */
function batchIds(report: (ids: readonly string[]) => void): { readonly add: (id: string) => void; readonly stop: () => void } {
  const ids = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add(id) {
      ids.add(id);
      timer ??= setTimeout(() => {
        timer = undefined;
        const batch = [...ids];
        ids.clear();
        report(batch);
      }, BATCH_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Receives the events of a board's channel. */
interface BoardWatcher {
  readonly onNote: (id: string) => void;
  readonly onBoard: () => void;
  readonly onPresence: (people: readonly string[]) => void;
  /** `live`: changes are received from now on. */
  readonly onConnection: (connection: 'live' | 'lost') => void;
}

const rowSchema = v.object({ id: v.string() });
const ofNoteSchema = v.object({ note: v.string() });
const readySchema = v.object({ extension: v.literal('postgres_changes'), status: v.literal('ok') });
const failedSchema = v.object({ status: v.literal('error') });

/**
 * Joins the private channel of a board. Messages can arrive late or twice, so they only say what to fetch, and their rows are not
 * used. Returns the function that leaves the channel.
 */
function watchBoard(client: SupabaseClient, { board, channel: name, person }: WatchedBoard, watcher: BoardWatcher): () => void {
  const topic = `workspace:board:${name}`;
  let left = false;
  let current: ReturnType<SupabaseClient['channel']> | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let retries = 0;
  void joinWhenFree();
  return () => {
    left = true;
    clearTimeout(retry);
    if (current) void client.removeChannel(current);
  };

  async function joinWhenFree(): Promise<void> {
    // The client identifies channels by topic, so a channel of this topic that is being left has to be removed first.
    const before = client.getChannels().find((channel) => channel.topic === `realtime:${topic}`);
    if (before) await client.removeChannel(before);
    // Joining a private channel takes the user's token, which the connection may not have yet.
    await client.realtime.setAuth();
    if (!left) join();
  }

  /** The client joins again after a broken connection, but not after the service has closed the channel. */
  function joinAgain(): void {
    current = null;
    watcher.onConnection('lost');
    // Perhaps the user is no longer on the board.
    watcher.onBoard();
    retry = setTimeout(() => void joinWhenFree(), RETRY_MS[Math.min(retries, RETRY_MS.length - 1)]);
    retries += 1;
  }

  function join(): void {
    const ofBoard = { schema: 'public', filter: `board=eq.${board}` } as const;
    const onNoteRow = (row: unknown) => {
      const read = v.safeParse(rowSchema, row);
      if (read.success) watcher.onNote(read.output.id);
    };
    const onRowOfNote = (row: unknown) => {
      const read = v.safeParse(ofNoteSchema, row);
      if (read.success) watcher.onNote(read.output.note);
    };
    const channel = client.channel(topic, { config: { private: true, presence: { key: person } } });
    const isOver = () => left || current !== channel;
    current = channel;
    channel
      .on('postgres_changes', { ...ofBoard, event: 'INSERT', table: 'workspace_notes' }, ({ new: row }) => onNoteRow(row))
      .on('postgres_changes', { ...ofBoard, event: 'UPDATE', table: 'workspace_notes' }, ({ new: row }) => onNoteRow(row))
      .on('postgres_changes', { ...ofBoard, event: 'INSERT', table: 'workspace_attachments' }, ({ new: row }) => onRowOfNote(row))
      .on('postgres_changes', { ...ofBoard, event: 'UPDATE', table: 'workspace_attachments' }, ({ new: row }) => onRowOfNote(row))
      // A deleted row is hidden, so its change is not sent. Instead the database broadcasts which note was deleted or lost a file.
      .on('broadcast', { event: 'deleted' }, ({ payload }: { payload?: unknown }) => onRowOfNote(payload))
      // The board's row also changes when a member joins: the table of members is not published.
      .on('postgres_changes', { schema: 'public', filter: `id=eq.${board}`, event: '*', table: 'workspace_boards' }, () => watcher.onBoard())
      // The database broadcasts that a member left. This is the channel's last message: the board has a new channel.
      .on('broadcast', { event: 'members' }, () => watcher.onBoard())
      // A joined channel does not receive changes yet. It does from this message on.
      .on('system', {}, (message: unknown) => {
        if (isOver()) return;
        if (v.is(readySchema, message)) {
          retries = 0;
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
          // If the service can be reached, it refused the join.
          if (client.realtime.isConnected()) watcher.onBoard();
        }
      });
  }
}
