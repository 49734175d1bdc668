import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { JWT_SECRET } from '../backend.ts';
import { RealtimeBackend } from './backend.ts';
import { Wire } from './wire.ts';

let realtime: RealtimeBackend;
beforeAll(async () => {
  const sql = `
    create table public.notes (id int primary key);
    create role guest;
    grant guest to authenticator, postgres;
    grant usage on schema public to guest;
    grant select on public.notes to anon, guest;
    grant all on public.notes to service_role;
    alter publication supabase_realtime add table public.notes;
    create function public.drop_guest() returns void language plpgsql security definer as $$ begin drop owned by guest; drop role guest; end $$;
    create function public.add_file(version text) returns void language sql security definer as $$
      insert into storage.buckets (id, name, public) values ('files', 'files', true);
      insert into storage.objects (bucket_id, name, version) values ('files', 'slow', version);
    $$;
    create policy anyone on realtime.messages to anon using (true) with check (true);
  `;
  realtime = await RealtimeBackend.start(sql, { keepsData: true });
});
afterAll(() => realtime.stop());

const connect = (): Promise<Wire> => Wire.connect(realtime.backend.ready.apiUrl, { apikey: realtime.backend.ready.publishableKey, vsn: '2.0.0' });

/** Joins a topic and subscribes to the table's changes. */
async function subscribeToNotes(wire: Wire, token?: string): Promise<void> {
  await wire.ask('1', 'realtime:notes', 'phx_join', {
    config: { postgres_changes: [{ event: '*', schema: 'public', table: 'notes' }] },
    ...(token !== undefined && { access_token: token }),
  });
  await wire.received.until(([, , , event, payload]) => event === 'system' && payload['status'] === 'ok');
}

describe('realtime under failures', () => {
  it('delivers changes to the others if one subscriber fails', async () => {
    const token = await new SignJWT({ role: 'guest', exp: Math.floor(Date.now() / 1000) + 600 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(JWT_SECRET));
    const [before, guest, after] = [await connect(), await connect(), await connect()];
    await subscribeToNotes(before);
    await subscribeToNotes(guest, token);
    await subscribeToNotes(after);
    await realtime.admin().rpc('drop_guest').throwOnError();

    await realtime.admin().from('notes').insert({ id: 1 }).throwOnError();

    for (const wire of [before, after]) {
      const [, , , , payload] = await wire.received.until(([, , , event]) => event === 'postgres_changes');
      expect(payload).toMatchObject({ data: { record: { id: 1 } } });
    }
    expect(guest.received.items.filter(([, , , event]) => event === 'postgres_changes')).toEqual([]);
    for (const wire of [before, guest, after]) wire.socket.close();
  });

  it('reads only a few messages of a client while the database is busy, and continues afterwards', async () => {
    // Reading this file locks the database session until the test writes to the pipe.
    const version = randomUUID();
    const pipe = path.join(realtime.directory, 'data', 'storage', 'objects', version);
    execFileSync('mkfifo', [pipe]);
    await realtime.admin().rpc('add_file', { version }).throwOnError();
    const [wire, other] = [await connect(), await connect()];
    await wire.ask('1', 'realtime:busy', 'phx_join', { config: { private: true, broadcast: { ack: true } } });
    await other.ask('1', 'realtime:other', 'phx_join');
    const download = fetch(`${realtime.backend.ready.apiUrl}/storage/v1/object/public/files/slow`);
    let beats = 2;
    const beat = async (): Promise<void> => {
      await other.ask(String(beats), 'phoenix', 'heartbeat');
      beats += 1;
    };
    // By then, the server has already started the earlier request.
    while (beats < 50) await beat();

    try {
      const text = 'x'.repeat(1_000_000);
      for (let n = 2; n <= 101; n += 1) wire.send('1', String(n), 'realtime:busy', 'broadcast', { event: 'x', payload: { text } });
      let [left, same] = [wire.socket.bufferedAmount, 0];
      while (left > 0 && same < 200) {
        await beat();
        same = wire.socket.bufferedAmount === left ? same + 1 : 0;
        left = wire.socket.bufferedAmount;
      }
      expect(left).toBeGreaterThan(50_000_000);
    } finally {
      await writeFile(pipe, 'x');
    }
    await download;
    await wire.received.until(([, ref]) => ref === '101');
    await rm(pipe);
    wire.socket.close();
    other.socket.close();
  });
});
