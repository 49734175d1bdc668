import { connect as connectTcp } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Backend } from '../backend.ts';
import { Wire } from './wire.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await Backend.start('--memory');
});
afterAll(async () => {
  await backend.stop();
});

const connect = (query: Record<string, string> = {}): Promise<Wire> => {
  const { apiUrl, publishableKey } = backend.ready;
  return Wire.connect(apiUrl, { apikey: publishableKey, vsn: '2.0.0', ...query });
};
const OK_REPLY = { status: 'ok', response: { postgres_changes: [] } };
const refused = (reason: unknown): object => ({ status: 'error', response: { reason } });

/** A binary broadcast: kind, lengths of the fields, whether the body is JSON, and the rest. */
const binary = (kind: number, lengths: number[], json: number, rest: string): Buffer => Buffer.concat([Buffer.from([kind, ...lengths, json]), Buffer.from(rest)]);

describe('a connection', () => {
  it.each([
    ['without a key', { apikey: '' }, undefined, '401'],
    ['with a key of another project', { apikey: 'sb_publishable_other' }, undefined, '401'],
    ['in a version that does not exist', { vsn: '3.0.0' }, undefined, '400'],
    ['at another address', {}, '/realtime/v1/other', '404'],
  ])('is refused %s', async (_what, query, path, status) => {
    const { apiUrl, publishableKey } = backend.ready;
    await expect(Wire.connect(apiUrl, { apikey: publishableKey, vsn: '2.0.0', ...query }, path)).rejects.toThrow(status);
  });

  it.each(['//', 'http://[', '*', `/${'x'.repeat(10_000)}`])('is refused at an address that is none: %s', async (target) => {
    const socket = connectTcp(Number(new URL(backend.ready.apiUrl).port), '127.0.0.1').setEncoding('utf8');
    socket.end(`GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`);
    let response = '';
    for await (const text of socket) response += String(text);

    expect(response).toMatch(/^HTTP\/1\.1 4/);
  });

  it('replies to heartbeats, joins and leaves', async () => {
    const wire = await connect();

    expect(await wire.ask('1', 'phoenix', 'heartbeat')).toEqual({ status: 'ok', response: {} });
    expect(await wire.ask('2', 'realtime:a', 'phx_join')).toEqual(OK_REPLY);
    expect(await wire.ask('3', 'realtime:a', 'phx_leave', {}, '2')).toEqual({ status: 'ok', response: {} });
    await wire.received.until(([joinRef, ref, topic, event]) => joinRef === '2' && ref === '2' && topic === 'realtime:a' && event === 'phx_close');

    wire.socket.close();
  });

  it('has one channel per topic: a second join closes the first', async () => {
    const wire = await connect();
    await wire.ask('1', 'realtime:a', 'phx_join');

    expect(await wire.ask('2', 'realtime:a', 'phx_join')).toEqual(OK_REPLY);

    await wire.received.until(([joinRef, , , event]) => joinRef === '1' && event === 'phx_close');
    expect(await wire.ask('3', 'realtime:a', 'broadcast', { event: 'late' }, '1')).toEqual(refused('unmatched topic'));
    wire.socket.close();
  });

  it.each([
    ['text that is not JSON', '{'],
    ['an object in version 2', '{}'],
    ['too few members', '["1","1","realtime:a","phx_join"]'],
    ['members of other types', '[1,1,"realtime:a","phx_join",{}]'],
    ['a payload that is no object', '["1","1","realtime:a","phx_join",[]]'],
    ['no bytes at all', Buffer.alloc(0)],
    ['bytes of no kind', Buffer.from([255, 1, 2, 3, 4, 5, 6, 7, 8])],
    ['a frame that ends within its fields', binary(3, [1, 1, 200, 1, 0], 1, '11a')],
    ['a body that says it is JSON and is not', binary(3, [1, 1, 10, 1, 0], 1, '11realtime:ae{')],
    ['metadata that is no object', binary(3, [1, 1, 10, 1, 2], 1, '11realtime:ae[]{}')],
  ])('is closed after %s', async (_what, frame) => {
    const wire = await connect();

    wire.socket.send(frame);

    expect(await wire.closed).toBe(1007);
  });

  it('is closed after a frame that is too large', async () => {
    const wire = await connect();

    wire.socket.send('x'.repeat(5_000_001));

    expect(await wire.closed).toBe(1009);
  });

  it('reports unsupported requests', async () => {
    const wire = await connect();
    await wire.ask('1', 'realtime:a', 'phx_join');

    expect(await wire.ask('2', 'realtime:a', 'nonsense', {}, '1')).toEqual(refused('unknown event "nonsense"'));
    expect(await wire.ask('3', 'realtime:a', 'presence', { event: 'dance' }, '1')).toEqual(refused('unknown presence event "dance"'));
    expect(await wire.ask('4', 'realtime:a', 'presence', { event: 'track', payload: 'me' }, '1')).toEqual(refused('Presence track payload must be a map'));
    expect(await wire.ask('5', 'realtime:b', 'broadcast', {})).toEqual(refused('unmatched topic'));
    expect(await wire.ask('6', 'realtime:', 'phx_join')).toEqual(refused('TopicNameRequired: You must provide a topic name'));
    expect(await wire.ask('7', 'other:a', 'phx_join')).toEqual(refused(expect.stringContaining('unmatched topic')));
    expect(await wire.ask('8', 'realtime:b', 'phx_join', { config: { private: 'maybe' } })).toEqual(refused(expect.stringMatching(/^InvalidJoinPayload: config\.private/)));
    expect(await wire.ask('9', 'realtime:b', 'phx_join', { config: { broadcast: { replay: { since: 0 } } } })).toEqual(
      refused('UnableToReplayMessages: Replay is not allowed for public channels'),
    );
    expect(await wire.ask('10', 'realtime:b', 'phx_join', { access_token: 'x' })).toEqual(refused(expect.stringMatching(/^MalformedJWT/)));
    expect(await wire.ask('11', '__proto__', 'constructor')).toEqual(refused('unmatched topic'));
    wire.socket.close();
  });

  it('has at most a hundred channels', async () => {
    const wire = await connect();
    for (let n = 1; n <= 100; n += 1) expect(await wire.ask(String(n), `realtime:${String(n)}`, 'phx_join')).toEqual(OK_REPLY);

    expect(await wire.ask('101', 'realtime:101', 'phx_join')).toEqual(refused('ChannelRateLimitReached: Too many channels'));
    await wire.ask('102', 'realtime:1', 'phx_leave', {}, '1');
    expect(await wire.ask('103', 'realtime:101', 'phx_join')).toEqual(OK_REPLY);
    wire.socket.close();
  });

  it('is closed after too many joins', async () => {
    const wire = await connect();

    for (let n = 0; n < 3000; n += 1) wire.send(String(n), String(n), 'realtime:flood', 'phx_join');

    expect(await wire.closed).toBe(1008);
  });

  it('loses a channel that sends too much, and keeps the others', async () => {
    const wire = await connect();
    await wire.ask('1', 'realtime:flooded', 'phx_join');
    await wire.ask('2', 'realtime:calm', 'phx_join');

    for (let n = 0; n < 3000; n += 1) wire.send('1', null, 'realtime:flooded', 'broadcast', { event: 'x' });

    const [, , , , systemMessage] = await wire.received.until(([, , , event]) => event === 'system');
    expect(systemMessage).toEqual({ extension: 'system', status: 'error', message: 'Too many messages per second', channel: 'flooded' });
    await wire.received.until(([joinRef, , , event]) => joinRef === '1' && event === 'phx_close');
    expect(await wire.ask('3', 'realtime:calm', 'phx_leave', {}, '2')).toEqual({ status: 'ok', response: {} });
    wire.socket.close();
  });

  it('is closed if it does not read what it is sent', async () => {
    const [slow, sender] = [await connect(), await connect()];
    await slow.ask('1', 'realtime:slow', 'phx_join');
    await sender.ask('1', 'realtime:slow', 'phx_join', { config: { broadcast: { ack: true } } });

    slow.socket.pause();
    for (let n = 2; n < 20; n += 1) await sender.ask(String(n), 'realtime:slow', 'broadcast', { event: 'x', payload: { text: 'x'.repeat(2_000_000) } }, '1');
    slow.socket.resume();

    expect(await slow.closed).toBe(1013);
    expect(slow.received.items.length).toBeLessThan(19);
    sender.socket.close();
  });

  it('refuses a payload over a hosted project’s limit', async () => {
    const wire = await connect();
    await wire.ask('1', 'realtime:large', 'phx_join');

    expect(await wire.ask('2', 'realtime:large', 'broadcast', { event: 'x', payload: { text: 'x'.repeat(3_100_000) } }, '1')).toEqual(refused('payload_size_exceeded'));
    wire.socket.close();
  });
});
