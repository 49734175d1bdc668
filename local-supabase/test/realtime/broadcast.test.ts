import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '@supabase/supabase-js';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { Received, joined, RealtimeBackend, say } from './backend.ts';

interface BroadcastMessage {
  event: string;
  payload: unknown;
}

let realtime: RealtimeBackend;
beforeAll(async () => {
  realtime = await RealtimeBackend.start('select 1');
});
afterAll(() => realtime.stop());

/** Joins a channel and collects its messages. */
async function listener(client: SupabaseClient, topic: string, broadcast: { self?: boolean; ack?: boolean } = {}): Promise<[RealtimeChannel, Received<BroadcastMessage>]> {
  const received = new Received<BroadcastMessage>();
  const channel = client.channel(topic, { config: { broadcast } }).on('broadcast', { event: '*' }, ({ event, payload }) => {
    received.add({ event, payload: payload as unknown });
  });
  await joined(channel);
  return [channel, received];
}

/** A client with the older protocol version. */
function olderClient(apiUrl: string, key: string): ReturnType<typeof createClient> {
  return createClient(apiUrl, key, { realtime: { vsn: '1.0.0' } });
}

describe('broadcast', () => {
  it('reaches every client in the topic except the sender', async () => {
    const [anna, annaReceived] = await listener(realtime.visitor(), 'plain');
    const [ben, benReceived] = await listener(realtime.visitor(), 'plain');
    const [, elsewhere] = await listener(realtime.visitor(), 'other');

    expect(await say(anna, 'note', { text: 'häßlich 🎈' })).toBe('ok');
    await benReceived.count(1);
    await say(ben, 'answer', { ok: true });
    await annaReceived.count(1);

    expect(benReceived.items).toEqual([{ event: 'note', payload: { text: 'häßlich 🎈' } }]);
    expect(annaReceived.items).toEqual([{ event: 'answer', payload: { ok: true } }]);
    expect(elsewhere.items).toEqual([]);
  });

  it('is returned to its sender and acknowledged if requested', async () => {
    const [channel, received] = await listener(realtime.visitor(), 'echo', { self: true, ack: true });

    expect(await channel.send({ type: 'broadcast', event: 'one', payload: { n: 1 } })).toBe('ok');

    expect(await received.count(1)).toEqual([{ event: 'one', payload: { n: 1 } }]);
  });

  it('carries bytes', async () => {
    const [sender] = await listener(realtime.visitor(), 'bytes');
    const [, received] = await listener(realtime.visitor(), 'bytes');

    await say(sender, 'picture', new Uint8Array([0, 255, 7]).buffer);

    const [message] = await received.count(1);
    expect([...new Uint8Array(message?.payload as ArrayBuffer)]).toEqual([0, 255, 7]);
  });

  it('passes between protocol versions, except for bytes, which the older one cannot express', async () => {
    const { apiUrl, publishableKey } = realtime.backend.ready;
    const old = realtime.keep(olderClient(apiUrl, publishableKey));
    const [older, olderReceived] = await listener(old, 'versions');
    const [newer, newerReceived] = await listener(realtime.visitor(), 'versions');

    await say(newer, 'bytes', new Uint8Array([1]).buffer);
    await say(newer, 'new', { from: 'newer' });
    await olderReceived.count(1);
    await say(older, 'old', { from: 'older' });
    await newerReceived.count(1);

    expect(olderReceived.items).toEqual([{ event: 'new', payload: { from: 'newer' } }]);
    expect(newerReceived.items).toEqual([{ event: 'old', payload: { from: 'older' } }]);
  });

  it('can be sent over HTTP: one message, bytes, and a batch', async () => {
    const [, received] = await listener(realtime.visitor(), 'over/http');
    const sender = realtime.visitor().channel('over/http');

    expect(await sender.httpSend('single', { n: 1 })).toEqual({ success: true });
    expect(await sender.httpSend('bytes', new Uint8Array([9]))).toEqual({ success: true });
    const batch = await realtime.backend.fetch('/realtime/v1/api/broadcast', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: { messages: [2, 3].map((n) => ({ topic: 'over/http', event: 'batch', payload: { n } })) },
    });

    expect(batch.status).toBe(202);
    const [single, bytes, ...rest] = await received.count(4);
    expect(single).toEqual({ event: 'single', payload: { n: 1 } });
    expect([...new Uint8Array(bytes?.payload as ArrayBuffer)]).toEqual([9]);
    expect(rest).toEqual([2, 3].map((n) => ({ event: 'batch', payload: { n } })));
  });

  it('refuses invalid HTTP requests', async () => {
    const post = async (address: string, body: unknown, headers: Record<string, string> = {}): Promise<number> => {
      const response = await realtime.backend.fetch(`/realtime/v1/api${address}`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
      return response.status;
    };

    expect(await post('/broadcast', { messages: [{ topic: 'a' }] })).toBe(422);
    expect(await post('/broadcast', { messages: [] })).toBe(422);
    expect(await post('/broadcast/a/events/b', undefined)).toBe(422);
    expect(await post('/broadcast/a/events/b?private=true&private=false', {})).toBe(422);
    expect(await post('/broadcast/a/events/b', {}, { 'content-type': 'text/plain' })).toBe(415);
    expect(await post('/broadcast/a/events/b', {}, { authorization: 'Bearer nonsense' })).toBe(401);
    expect(await post('/broadcast/a/events/b', { text: 'x'.repeat(3_100_000) })).toBe(413);
    expect(await post('/broadcast/a/events/b', {}, { apikey: 'wrong' })).toBe(401);
  });

  it('sends nothing to a client that has left', async () => {
    const [leaver, leaverReceived] = await listener(realtime.visitor(), 'leaving');
    const [, stayerReceived] = await listener(realtime.visitor(), 'leaving');
    const [sender] = await listener(realtime.visitor(), 'leaving');

    expect(await leaver.unsubscribe()).toBe('ok');
    await say(sender, 'after');
    await stayerReceived.count(1);

    expect(leaverReceived.items).toEqual([]);
  });
});
