import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { Received, joined, RealtimeBackend, say, systemMessages } from './backend.ts';
import type { Person } from './backend.ts';
import { subscribeToChanges } from './changes-backend.ts';

const SQL = `
create table public.members (room text, person uuid, may_send boolean not null default true, primary key (room, person));
grant select on public.members to authenticated;
grant all on public.members to service_role;
create policy receive on realtime.messages for select to authenticated using (
  extension in ('broadcast', 'presence')
  and exists (select from public.members where room = (select realtime.topic()) and person = (select auth.uid()))
);
create policy send on realtime.messages for insert to authenticated with check (
  extension in ('broadcast', 'presence')
  and exists (select from public.members where room = (select realtime.topic()) and person = (select auth.uid()) and may_send)
);
create policy broken on realtime.messages as restrictive for select to authenticated using (
  realtime.topic() <> 'broken' or 1 / (char_length(topic) - char_length('broken')) > 0
);
create table public.notes (id int primary key, room text, text text);
grant all on public.notes to service_role;
create function public.tell() returns trigger language plpgsql security definer as $$
begin
  perform realtime.broadcast_changes(coalesce(new.room, old.room), tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
  return null;
end
$$;
create trigger tell after insert or update or delete on public.notes for each row execute function public.tell();
alter publication supabase_realtime add table public.notes;
create function public.say(topic text, private boolean) returns void language sql security definer as $$
  select realtime.send('{"said": true}', 'said', topic, private);
$$;
create function public.say_bytes(topic text) returns void language sql security definer as $$
  select realtime.send_binary('\\x00ff07', 'bytes', topic);
$$;
create function public.say_and_fail(topic text) returns void language plpgsql security definer as $$
begin
  perform realtime.send('{}', 'undone', topic);
  raise exception 'no';
end
$$;
`;

type BroadcastMessage = { event: string; payload: unknown; meta?: { replayed?: boolean; id: string } };

let realtime: RealtimeBackend;
let admin: SupabaseClient;
let anna: Person;
let ben: Person;

beforeAll(async () => {
  realtime = await RealtimeBackend.start(SQL);
  admin = realtime.admin();
  [anna, ben] = [await realtime.person('anna'), await realtime.person('ben')];
});
afterAll(() => realtime.stop());

async function enter(room: string, person: Person, may_send = true): Promise<void> {
  await admin.from('members').upsert({ room, person: person.id, may_send }).throwOnError();
}

function listener(client: SupabaseClient, topic: string, config: object = {}): [RealtimeChannel, Received<BroadcastMessage>] {
  const received = new Received<BroadcastMessage>();
  const channel = client.channel(topic, { config: { private: true, ...config } }).on('broadcast', { event: '*' }, (message) => {
    received.add(message as unknown as BroadcastMessage);
  });
  return [channel, received];
}

async function inside(client: SupabaseClient, topic: string, config: object = {}): Promise<[RealtimeChannel, Received<BroadcastMessage>]> {
  const [channel, received] = listener(client, topic, config);
  await joined(channel);
  return [channel, received];
}

const events = (received: Received<BroadcastMessage>): string[] => received.items.map(({ event }) => event);

describe('private channels', () => {
  it('admit clients that the policies let receive', async () => {
    await enter('members only', anna);

    await inside(anna.client, 'members only');
    const refused = /Unauthorized: You do not have permissions to read from this Channel topic: members only/;
    await expect(inside(ben.client, 'members only')).rejects.toThrow(refused);
    await expect(inside(realtime.visitor(), 'members only')).rejects.toThrow(refused);
    await inside(realtime.admin(), 'members only');
  });

  it('carry only what the policies let a client send', async () => {
    await enter('reading', anna);
    await enter('reading', ben, false);
    const [annaChannel, annaReceived] = await inside(anna.client, 'reading');
    const [benChannel, benReceived] = await inside(ben.client, 'reading');

    await say(benChannel, 'forbidden');
    await expect(benChannel.httpSend('forbidden', {})).rejects.toThrow('Unauthorized');
    await realtime.backend.fetch('/realtime/v1/api/broadcast', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ben.token}` },
      body: { messages: [{ topic: 'reading', event: 'forbidden', payload: {}, private: true }] },
    });
    await say(annaChannel, 'allowed');
    await annaChannel.httpSend('over http', {});
    await benReceived.count(2);
    await admin.channel('reading', { config: { private: true } }).httpSend('last', {});
    await annaReceived.until(({ event }) => event === 'last');

    expect(events(benReceived).slice(0, 2)).toEqual(['allowed', 'over http']);
    expect(events(annaReceived)).toEqual(['over http', 'last']);
  });

  it('are separate from public ones of the same name', async () => {
    await enter('twice', anna);
    const [, inPrivate] = await inside(anna.client, 'twice');
    const [, inPublic] = await inside(ben.client, 'twice', { private: false });

    await admin.rpc('say', { topic: 'twice', private: false }).throwOnError();
    await admin.rpc('say_bytes', { topic: 'twice' }).throwOnError();
    await Promise.all([inPrivate.count(1), inPublic.count(1)]);

    expect([events(inPrivate), events(inPublic)]).toEqual([['bytes'], ['said']]);
    expect([...new Uint8Array(inPrivate.items[0]?.payload as ArrayBuffer)]).toEqual([0, 255, 7]);
  });

  it('deliver broadcasts of the database after the commit', async () => {
    await enter('board', anna);
    const [, received] = await inside(anna.client, 'board');

    expect((await admin.rpc('say_and_fail', { topic: 'board' })).error?.message).toBe('no');
    await admin.from('notes').insert({ id: 1, room: 'board', text: 'a' }).throwOnError();
    await admin.from('notes').update({ text: 'b' }).eq('id', 1).throwOnError();
    await admin.from('notes').delete().eq('id', 1).throwOnError();
    await received.count(3);

    const [before, after] = ['a', 'b'].map((text) => ({ id: 1, room: 'board', text }));
    const shared = { schema: 'public', table: 'notes', id: expect.any(String) as unknown };
    expect(received.items.map(({ event, payload }) => ({ event, payload }))).toEqual([
      { event: 'INSERT', payload: { ...shared, operation: 'INSERT', record: before, old_record: null } },
      { event: 'UPDATE', payload: { ...shared, operation: 'UPDATE', record: after, old_record: before } },
      { event: 'DELETE', payload: { ...shared, operation: 'DELETE', record: null, old_record: after } },
    ]);
    expect(received.items[0]?.meta?.id).toEqual(expect.any(String));
  });

  it('are not part of table changes: a subscription to every schema gets only published tables', async () => {
    const received = await subscribeToChanges(admin, { schema: '*', table: '*' });

    await admin.rpc('say', { topic: 'unknown', private: true }).throwOnError();
    await admin.from('notes').insert({ id: 500, room: 'unknown', text: 'told' }).throwOnError();
    await received.until(({ table, new: row }) => table === 'notes' && 'id' in row && row['id'] === 500);

    expect(received.items.filter(({ schema }) => schema === 'realtime')).toEqual([]);
    await admin.from('notes').delete().eq('id', 500).throwOnError();
  });

  it('replay exactly the requested earlier messages', async () => {
    await enter('missed', anna);
    const since = Date.now() - 60_000;
    for (const event of ['one', 'two', 'three']) {
      await admin.from('notes').insert({ id: 100 + event.length * 10, room: 'missed', text: event }).throwOnError();
      await admin.from('notes').delete().eq('room', 'missed').throwOnError();
    }

    const [, received] = await inside(anna.client, 'missed', { broadcast: { replay: { since, limit: 2 } } });

    await received.count(2);
    expect(received.items.map(({ event, meta }) => [event, meta?.replayed])).toEqual([
      ['INSERT', true],
      ['DELETE', true],
    ]);
    await expect(inside(ben.client, 'missed', { broadcast: { replay: { since } } })).rejects.toThrow(/Unauthorized/);
  });

  it('stay open after a membership ends until the next token, as on a hosted project', async () => {
    await enter('leaving', anna);
    const [channel, received] = listener(anna.client, 'leaving');
    const fromSystem = systemMessages(channel);
    await joined(channel);
    await admin.from('members').delete().eq('room', 'leaving').throwOnError();

    await admin.rpc('say', { topic: 'leaving', private: true }).throwOnError();
    await received.count(1);
    await anna.client.auth.refreshSession();

    const { status, message } = await fromSystem.until(({ extension }) => extension === 'system');
    expect([status, message]).toEqual(['error', 'You do not have permissions to read from this Channel topic: leaving']);
    await admin.rpc('say', { topic: 'leaving', private: true }).throwOnError();
    await enter('still', anna);
    const [, still] = await inside(anna.client, 'still');
    await admin.rpc('say', { topic: 'still', private: true }).throwOnError();
    await still.count(1);
    expect(events(received)).toEqual(['said']);
  });

  it('stay open with a new token while the policies allow it', async () => {
    await enter('renewed', ben);
    const [channel, received] = await inside(ben.client, 'renewed');

    await ben.client.auth.refreshSession();
    await admin.rpc('say', { topic: 'renewed', private: true }).throwOnError();

    await received.count(1);
    expect(channel.state).toBe('joined');
  });

  it('are closed to all clients if a policy fails', async () => {
    await enter('broken', anna);
    await expect(inside(anna.client, 'broken')).rejects.toThrow(/Unauthorized/);
  });

  it('refuse an invalid token', async () => {
    const { apiUrl } = realtime.backend.ready;
    for (const [token, reason] of [
      ['nonsense', /MalformedJWT/],
      [`${anna.token.slice(0, -4)}AAAA`, /JwtSignatureError/],
    ] as const) {
      const client = realtime.visitor();
      await client.realtime.setAuth(token);
      await expect(inside(client, `${apiUrl} topic`, { private: false })).rejects.toThrow(reason);
    }
  });
});
