import { useEffect, useEffectEvent, useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { collectIds } from './collect-ids.ts';
import { watchBoard, type WatchedBoard } from './watch-board.ts';

/** What a board hears of others. */
export interface LiveListener {
  /** These notes were added, changed, deleted or restored, or their files were. */
  readonly onNotes: (ids: readonly string[]) => void;
  /** Who is on the board, or what it is called, has changed. */
  readonly onBoard: () => void;
  /** The connection stands, perhaps again: what happened meanwhile was not heard. */
  readonly onConnected: () => void;
}

/** The live connection of a board. */
export interface LiveBoard {
  /** `connecting` at first; `lost` when it broke, or could not be had. */
  readonly connection: 'connecting' | 'live' | 'lost';
  /** Ids of the people who have the board open, oneself among them. */
  readonly present: readonly string[];
}

const START: LiveBoard = { connection: 'connecting', present: [] };

/**
 * Hears what others do on a board, for as long as the component is there. The board's channel changes when a member leaves; the
 * hook then joins the new one.
 */
export function useLiveBoard(client: SupabaseClient, { board, channel, person }: WatchedBoard, listener: LiveListener): LiveBoard {
  const [live, setLive] = useState(START);
  const tellNotes = useEffectEvent((ids: readonly string[]) => listener.onNotes(ids));
  const tellBoard = useEffectEvent(() => listener.onBoard());
  const tellConnected = useEffectEvent(() => listener.onConnected());
  useEffect(() => {
    const notes = collectIds((ids) => tellNotes(ids));
    const leave = watchBoard(client, { board, channel, person }, {
      onNote: notes.add,
      onBoard: () => tellBoard(),
      onPresence: (present) => setLive((now) => ({ ...now, present })),
      onConnection: (connection) => {
        setLive((now) => (connection === 'live' ? { ...now, connection } : { connection, present: [] }));
        if (connection === 'live') tellConnected();
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
