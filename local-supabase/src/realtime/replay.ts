import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import { sentMessage } from './changes/sent-message.ts';
import type { UserBroadcast } from './frames/message.ts';
import type { ReplayRequest } from './join-payload.ts';

const most = 25;

/** The messages of a private topic that somebody who joins asks for again, oldest first, by their ids. */
export async function messagesSince(database: Database, topic: string, { since, limit }: ReplayRequest): Promise<Map<string, UserBroadcast>> {
  const rows = await database.rows(
    v.object({ message: v.unknown() }),
    `select to_jsonb(messages) as message from realtime.messages
     where topic = $1 and private and extension = 'broadcast' and inserted_at >= to_timestamp($2) at time zone 'UTC'
     order by inserted_at desc limit $3`,
    [topic, since / 1000, Math.max(1, Math.min(limit, most))],
  );
  const messages = rows.reverse().map(({ message }) => sentMessage(message, { replayed: true }));
  return new Map(messages.flatMap((message) => (message ? [[message.id, message.broadcast]] : [])));
}
