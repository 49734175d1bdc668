import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import { UserBroadcast } from './frames.ts';
import type { Topics } from './topics.ts';

const rowSchema = v.object({
  id: v.string(),
  topic: v.string(),
  event: v.string(),
  private: v.boolean(),
  payload: v.unknown(),
  /** A bytea as Postgres writes it: `\x` and hexadecimal digits. */
  binary_payload: v.nullable(v.pipe(v.string(), v.startsWith(String.raw`\x`))),
});

/** Converts a row of realtime.messages to a broadcast, or undefined if it is not one (supabase/realtime, replication_connection.ex). */
function toStoredBroadcast(row: unknown, meta: Readonly<Record<string, unknown>> = {}): { id: string; topic: string; private: boolean; broadcast: UserBroadcast } | undefined {
  const parsed = v.safeParse(rowSchema, row);
  if (!parsed.success) return undefined;
  const { id, topic, event, private: isPrivate, payload, binary_payload: bytes } = parsed.output;
  if (bytes === null && (payload === null || payload === undefined)) return undefined;
  const body = bytes === null ? Buffer.from(JSON.stringify(payload)) : Buffer.from(bytes.slice(2), 'hex');
  return { id, topic, private: isPrivate, broadcast: new UserBroadcast(event, body, bytes === null, { ...meta, id }) };
}

/** Broadcasts a row that was added to realtime.messages, for example by realtime.send. */
export function deliverStoredMessage(topics: Topics, row: string): void {
  const message = toStoredBroadcast(JSON.parse(row));
  if (message) topics.find(message.topic, message.private)?.broadcast(message.broadcast, { id: message.id });
}

const MAX_REPLAYED = 25;

/** The stored messages of a private topic for a client that requests a replay, oldest first, by id. */
export async function messagesSince(database: Database, topic: string, { since, limit }: { since: number; limit: number }): Promise<Map<string, UserBroadcast>> {
  const rows = await database.rows(
    v.object({ message: v.unknown() }),
    `select to_jsonb(messages) as message from realtime.messages
     where topic = $1 and private and extension = 'broadcast' and inserted_at >= to_timestamp($2) at time zone 'UTC'
     order by inserted_at desc limit $3`,
    [topic, since / 1000, Math.max(1, Math.min(limit, MAX_REPLAYED))],
  );
  const messages = rows.reverse().map(({ message }) => toStoredBroadcast(message, { replayed: true }));
  return new Map(messages.flatMap((message) => (message ? [[message.id, message.broadcast]] : [])));
}
