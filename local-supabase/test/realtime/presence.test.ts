import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { Received, joined, RealtimeBackend, say, systemMessages } from './backend.ts';
import type { Person } from './backend.ts';

const SQL = `
create table public.members (room text, person uuid, extensions text[] not null, writes boolean not null);
grant select on public.members to authenticated;
grant all on public.members to service_role;
create policy receive on realtime.messages for select to authenticated using (
  exists (select from public.members where room = realtime.topic() and person = auth.uid() and messages.extension = any (extensions))
);
create policy send on realtime.messages for insert to authenticated with check (
  exists (select from public.members where room = realtime.topic() and person = auth.uid() and messages.extension = any (extensions) and writes)
);
`;

let realtime: RealtimeBackend;
let admin: SupabaseClient;
beforeAll(async () => {
  realtime = await RealtimeBackend.start(SQL);
  admin = realtime.admin();
});
afterAll(() => realtime.stop());

type State = Record<string, unknown[]>;

/** Joins and collects the presence list after each change: the names by key. */
async function watcher(client: SupabaseClient, topic: string, key = '', isPrivate = false): Promise<[RealtimeChannel, Received<State>]> {
  const received = new Received<State>();
  const channel = client.channel(topic, { config: { presence: { key, enabled: true }, private: isPrivate } });
  channel.on('presence', { event: 'sync' }, () => {
    const state = channel.presenceState<{ name: string }>();
    received.add(Object.fromEntries(Object.entries(state).map(([of, metas]) => [of, metas.map(({ name }) => name)])));
  });
  await joined(channel);
  await received.count(1);
  return [channel, received];
}

const same = (wanted: State) => (state: State) => JSON.stringify(state) === JSON.stringify(wanted);

describe('presence', () => {
  it('reports who is online, joins, changes and leaves', async () => {
    const [anna, annaSees] = await watcher(realtime.visitor(), 'room', 'anna');
    expect(await anna.track({ name: 'Anna' })).toBe('ok');
    const [ben, benSees] = await watcher(realtime.visitor(), 'room', 'ben');
    expect(benSees.items[0]).toEqual({ anna: ['Anna'] });

    await ben.track({ name: 'Ben' });
    await annaSees.untilLast(same({ anna: ['Anna'], ben: ['Ben'] }));
    await ben.track({ name: 'Benjamin' });
    await annaSees.untilLast(same({ anna: ['Anna'], ben: ['Benjamin'] }));
    await ben.untrack();
    await annaSees.untilLast(same({ anna: ['Anna'] }));
  });

  it('keeps separate entries under one key, and removes those of a lost connection', async () => {
    const [, sees] = await watcher(realtime.visitor(), 'tabs');
    const tabs = [realtime.visitor(), realtime.visitor()];
    for (const [index, tab] of tabs.entries()) {
      const [channel] = await watcher(tab, 'tabs', 'anna');
      await channel.track({ name: `tab ${String(index)}` });
    }
    await sees.untilLast(same({ anna: ['tab 0', 'tab 1'] }));

    realtime.disconnect(tabs[0]);
    await sees.untilLast(same({ anna: ['tab 1'] }));
    realtime.disconnect(tabs[1]);
    await sees.untilLast(same({}));
  });

  it('names the replaced entry in an update', async () => {
    const [, sees] = await watcher(realtime.visitor(), 'refs', 'watcher');
    const [anna] = await watcher(realtime.visitor(), 'refs', 'anna');
    const left = new Received<unknown>();
    const watching = realtime.visitor().channel('refs', { config: { presence: { enabled: true } } });
    watching.on('presence', { event: 'leave' }, ({ leftPresences }) => {
      left.add(leftPresences.map((presence) => presence['name'] as unknown));
    });
    await joined(watching);

    await anna.track({ name: 'one' });
    await anna.track({ name: 'two' });
    await left.count(1);
    await sees.untilLast(same({ anna: ['two'] }));

    expect(left.items).toEqual([['one']]);
    expect(watching.presenceState()['anna']).toEqual([{ name: 'two', presence_ref: expect.any(String) as unknown }]);
  });

  it('follows the policies: only allowed clients receive it, and only allowed clients can track themselves', async () => {
    const [seen, hidden, blind] = (await Promise.all(['seen', 'hidden', 'blind'].map((name) => realtime.person(name)))) as [Person, Person, Person];
    const room = 'private';
    await admin
      .from('members')
      .insert([
        { room, person: seen.id, extensions: ['broadcast', 'presence'], writes: true },
        { room, person: hidden.id, extensions: ['broadcast', 'presence'], writes: false },
        { room, person: blind.id, extensions: ['broadcast'], writes: true },
      ])
      .throwOnError();
    const blindReceived = new Received<unknown>();
    const blindChannel = blind.client.channel(room, { config: { private: true, presence: { enabled: true } } });
    blindChannel.on('presence', { event: 'sync' }, () => {
      blindReceived.add(blindChannel.presenceState());
    });
    blindChannel.on('broadcast', { event: 'last' }, blindReceived.add);
    await joined(blindChannel);
    const [hiddenChannel, hiddenSees] = await watcher(hidden.client, room, 'hidden', true);
    const [seenChannel, seenSees] = await watcher(seen.client, room, 'seen', true);

    expect(await hiddenChannel.track({ name: 'Hidden' })).toBe('error');
    expect(await blindChannel.track({ name: 'Blind' })).toBe('error');
    expect(await seenChannel.track({ name: 'Seen' })).toBe('ok');
    await hiddenSees.untilLast(same({ seen: ['Seen'] }));
    await seenSees.untilLast(same({ seen: ['Seen'] }));
    await say(seenChannel, 'last');
    await blindReceived.count(1);

    expect(blindReceived.items).toEqual([expect.objectContaining({ event: 'last' })]);
    expect(seenSees.items.every((state) => state['hidden'] === undefined && state['blind'] === undefined)).toBe(true);
  });

  it('is rate-limited per channel, as on a hosted project', async () => {
    const channel = realtime.visitor().channel('much');
    const fromSystem = systemMessages(channel);
    await joined(channel);

    for (let n = 0; n < 6; n += 1) void channel.track({ name: String(n) });

    expect((await fromSystem.count(1))[0]).toMatchObject({ extension: 'system', status: 'error', message: 'Client presence rate limit exceeded' });
  });
});
