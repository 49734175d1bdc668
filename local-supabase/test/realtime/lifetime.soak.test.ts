import { describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { BackendProcess, JWT_SECRET } from '../backend.ts';
import { shortLimitsBackend } from '../short-limits-backend.ts';
import { Received, RealtimeBackend, systemMessages } from './backend.ts';
import { Wire } from './wire.ts';

/** A token that is valid for this number of seconds. */
function tokenFor(seconds: number): Promise<string> {
  const claims = { role: 'authenticated', exp: Math.floor(Date.now() / 1000) + seconds };
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(JWT_SECRET));
}

describe('the lifetime of connections and channels', () => {
  it('survives a restart of the server: clients reconnect and join again', async () => {
    const realtime = await RealtimeBackend.start(
      `create table public.notes (id int primary key);
       grant select on public.notes to anon;
       grant all on public.notes to service_role;
       alter publication supabase_realtime add table public.notes;`,
      { keepsData: true },
    );
    const channel = realtime.visitor().channel('room');
    const fromSystem = systemMessages(channel);
    const received = new Received<unknown>();
    channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' }, ({ new: row }) => {
      received.add(row);
    });
    channel.on('broadcast', { event: 'hello' }, ({ payload }) => {
      received.add(payload as unknown);
    });
    channel.subscribe();
    await fromSystem.count(1);

    await realtime.restart();
    await fromSystem.count(2);
    await realtime.admin().from('notes').insert({ id: 1 }).throwOnError();
    await received.count(1);
    await realtime.visitor().channel('room').httpSend('hello', { again: true });

    expect(await received.count(2)).toEqual([{ id: 1 }, { again: true }]);
    await realtime.stop();
  });

  it('ends with the token, with a hosted project’s message', async () => {
    const realtime = await RealtimeBackend.start('select 1');
    const client = realtime.visitor();
    await client.realtime.setAuth(await tokenFor(5));
    const channel = client.channel('short');
    const fromSystem = systemMessages(channel);
    const states = new Received<string>();
    channel.subscribe(states.add);

    expect((await fromSystem.count(1))[0]).toEqual({
      extension: 'system',
      status: 'error',
      message: expect.stringMatching(/^Token has expired \d+ seconds ago$/) as unknown,
      channel: 'short',
    });
    await states.until((state) => state === 'CLOSED');
    const { apiUrl, publishableKey } = realtime.backend.ready;
    const wire = await Wire.connect(apiUrl, { apikey: publishableKey, vsn: '2.0.0' });
    expect(await wire.ask('1', 'realtime:again', 'phx_join', { access_token: await tokenFor(-10) })).toEqual({
      status: 'error',
      response: { reason: expect.stringMatching(/^InvalidJWTToken: Token has expired \d+ seconds ago$/) as unknown },
    });
    wire.socket.close();
    await realtime.stop();
  });

  it('ends without heartbeats', async () => {
    const server = await shortLimitsBackend();
    const query = { apikey: server.key, vsn: '2.0.0' };
    const wire = await Wire.connect(server.apiUrl, query);

    await expect(Wire.connect(server.apiUrl, query)).rejects.toThrow('429');
    expect(await wire.closed).toBe(1000);
    // A closed connection frees its slot.
    (await Wire.connect(server.apiUrl, query)).socket.close();
    await server.stop();
  });

  it('survives abrupt disconnects, and is closed with a code when the server stops', async () => {
    const backend = await BackendProcess.run(['--memory']);
    const query = { apikey: backend.ready.publishableKey, vsn: '2.0.0' };
    const wire = await Wire.connect(backend.ready.apiUrl, query);
    wire.send('1', '1', 'realtime:a', 'phx_join', { config: { private: true } });
    wire.socket.terminate();
    await wire.closed;

    const next = await Wire.connect(backend.ready.apiUrl, query);
    expect(await next.ask('1', 'realtime:a', 'phx_join')).toMatchObject({ status: 'ok' });
    expect(await backend.end()).toMatchObject({ code: 0, stderr: '' });
    expect(await next.closed).toBe(1001);
  });
});
