import { once } from 'node:events';
import * as v from 'valibot';
import WebSocket from 'ws';
import { fix, note, ok, type Finding } from './finding.ts';
import type { Project } from './project.ts';

/** A topic as boards have (supabase/migrations). */
const TOPIC = 'realtime:workspace:board:00000000-0000-0000-0000-000000000000';

/** The message that joins a private channel (https://supabase.com/docs/guides/realtime/protocol). */
const JOIN = { topic: TOPIC, event: 'phx_join', ref: '1', join_ref: '1', payload: { config: { private: true, broadcast: { self: false, ack: false }, presence: { key: '' }, postgres_changes: [] } } };

const replySchema = v.object({
  event: v.literal('phx_reply'),
  ref: v.literal(JOIN.ref),
  payload: v.object({ status: v.string(), response: v.optional(v.object({ reason: v.optional(v.string(), '') }), {}) }),
});

/** Checks that Realtime responds, and that it refuses strangers the private channel of a board. */
export async function checkTopics(project: Project): Promise<Finding> {
  const reply = await join(project).catch(() => null);
  if (reply?.status === 'ok') {
    return fix('topics', 'Strangers can join the channels of boards.', 'The policies of realtime.messages differ from supabase/migrations: run `supabase db push`, and compare them in the dashboard.');
  }
  if (reply?.response.reason.startsWith('Unauthorized')) return ok('topics', 'The channels of boards are closed to strangers.');
  return note('topics', 'Realtime could not be checked: it did not respond to a client that joins a channel.', 'Check in the dashboard that Realtime is enabled, and try again in a few minutes.');
}

/** Joins the channel as a visitor who is not signed in. @throws Error if no reply arrives within the time limit */
async function join({ url, key, timeLimit }: Project): Promise<v.InferOutput<typeof replySchema>['payload']> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/realtime/v1/websocket?${new URLSearchParams({ apikey: key, vsn: '1.0.0' }).toString()}`);
  const signal = AbortSignal.timeout(timeLimit);
  try {
    await once(socket, 'open', { signal });
    socket.send(JSON.stringify(JOIN));
    for (;;) {
      const messages: unknown[] = await once(socket, 'message', { signal });
      const reply = v.safeParse(replySchema, JSON.parse(String(messages[0])));
      if (reply.success) return reply.output.payload;
    }
  } finally {
    socket.on('error', () => undefined);
    socket.terminate();
  }
}
