import { waitFor } from '@testing-library/react';
import type { RealtimeChannel } from '@supabase/supabase-js';
import type { SupabaseClient } from '../../src/contract/auth.ts';
import { newUser, type BackendWorld, visitForEach } from './world.ts';

/** Subscribes, and resolves with the first status. */
function subscribed(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve) => {
    channel.subscribe((status) => resolve(status));
  });
}

/** Channels of realtime-js, in two tabs of one user. */
export function describeRealtime(openWorld: () => BackendWorld): void {
  const here = visitForEach(openWorld);
  let one: SupabaseClient;
  let other: SupabaseClient;
  let topic: string;

  beforeEach(async () => {
    one = await here.tab.auth.getSupabase();
    await here.tab.auth.getAuth().register(newUser());
    other = await (await here.world.openTab()).auth.getSupabase();
    topic = `room ${crypto.randomUUID()}`;
  });

  afterEach(async () => {
    await Promise.all([one.removeAllChannels(), other.removeAllChannels()]);
  });

  it('delivers a broadcast to the other tabs, and to its sender on request', async () => {
    const received: unknown[] = [];
    const speaker = one.channel(topic, { config: { broadcast: { ack: true } } });
    speaker.on('broadcast', { event: 'said' }, () => received.push('own message'));
    const listener = other.channel(topic).on('broadcast', { event: 'said' }, ({ payload }) => received.push(payload));
    expect(await Promise.all([subscribed(speaker), subscribed(listener)])).toEqual(['SUBSCRIBED', 'SUBSCRIBED']);
    expect(await speaker.send({ type: 'broadcast', event: 'other', payload: {} })).toBe('ok');
    expect(await speaker.send({ type: 'broadcast', event: 'said', payload: { to: 'Zoë' } })).toBe('ok');
    await waitFor(() => expect(received).toEqual([{ to: 'Zoë' }]));
  });

  it('tracks who is present and who has left', async () => {
    const mine = one.channel(topic, { config: { presence: { key: 'one' } } }).on('presence', { event: 'sync' }, () => undefined);
    const theirs = other.channel(topic, { config: { presence: { key: 'other' } } }).on('presence', { event: 'sync' }, () => undefined);
    await Promise.all([subscribed(mine), subscribed(theirs)]);
    await mine.track({ at: 'the door' });
    await theirs.track({ at: 'the table' });
    await waitFor(() => expect(mine.presenceState()).toMatchObject({ one: [{ at: 'the door' }], other: [{ at: 'the table' }] }));
    await theirs.untrack();
    await waitFor(() => expect(Object.keys(mine.presenceState())).toEqual(['one']));
  });

  it('reports changes of visible rows', async () => {
    const received: unknown[] = [];
    const fromSystem: unknown[] = [];
    const channel = other
      .channel(topic)
      .on('system', {}, (message: unknown) => fromSystem.push(message))
      .on('postgres_changes', { event: '*', schema: 'public', table: 'contract_notes' }, ({ eventType, new: now, old }) => {
        const row: Readonly<Record<string, unknown>> = now;
        received.push({ eventType, title: row['title'], old });
      });
    await subscribed(channel);
    await waitFor(() => expect(fromSystem).toContainEqual(expect.objectContaining({ extension: 'postgres_changes', status: 'ok' })));
    const { data } = await one.from('contract_notes').insert({ title: 'Ink' }).select('id').single();
    const id: unknown = data?.['id'];
    await one.from('contract_notes').update({ title: 'Pens' }).eq('id', String(id));
    await one.from('contract_notes').delete().eq('id', String(id));
    await waitFor(() =>
      expect(received).toEqual([
        { eventType: 'INSERT', title: 'Ink', old: {} },
        { eventType: 'UPDATE', title: 'Pens', old: { id } },
        { eventType: 'DELETE', title: undefined, old: { id } },
      ]),
    );
  });

  it('reports a deletion by its key only: filters on other columns never match', async () => {
    const add = async (title: string): Promise<string> => {
      const { data } = await one.from('contract_notes').insert({ title }).select('id').single();
      return String(data?.['id']);
    };
    const [ink, pens] = [await add('Ink'), await add('Pens')];
    const received: unknown[] = [];
    const fromSystem: unknown[] = [];
    const channel = other.channel(topic).on('system', {}, (message: unknown) => fromSystem.push(message));
    for (const filter of [undefined, `id=eq.${ink}`, 'title=eq.Ink', 'title=neq.Pens', 'title=not.eq.Pens']) {
      const wanted = { event: 'DELETE', schema: 'public', table: 'contract_notes', ...(filter !== undefined && { filter }) } as const;
      channel.on('postgres_changes', wanted, ({ old }) => received.push({ filter, old }));
    }
    await subscribed(channel);
    await waitFor(() => expect(fromSystem).toContainEqual(expect.objectContaining({ extension: 'postgres_changes', status: 'ok' })));
    await one.from('contract_notes').delete().eq('id', ink);
    await one.from('contract_notes').delete().eq('id', pens);
    await waitFor(() => expect(received).toContainEqual({ filter: undefined, old: { id: pens } }));
    expect(received).toEqual([
      { filter: undefined, old: { id: ink } },
      { filter: `id=eq.${ink}`, old: { id: ink } },
      { filter: undefined, old: { id: pens } },
    ]);
  });
}
