import { waitFor } from '@testing-library/react';
import type { RealtimeChannel } from '@supabase/supabase-js';
import type { SupabaseClient } from '../../src/contract/auth.ts';
import { backend, clock, faults } from '../../src/testing/testing.ts';
import { testSite } from '../../src/testing/test-site.ts';

let client: SupabaseClient;

beforeEach(async () => {
  client = await testSite().openTab().signIn.getSupabase();
});

/** Resolves when the channel's subscription has come to this. */
function subscribed(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve) => {
    channel.subscribe((status) => resolve(status));
  });
}

it('broadcasts to the others, and to the sender on request', async () => {
  const received: unknown[] = [];
  const listener = client.channel('room').on('broadcast', { event: 'cursor' }, ({ payload }) => received.push(payload));
  expect(await subscribed(listener)).toBe('SUBSCRIBED');
  backend.realtime.broadcast('room', 'cursor', { x: 1 });
  backend.realtime.broadcast('room', 'other', { x: 2 });
  backend.realtime.broadcast('hall', 'cursor', { x: 3 });
  await waitFor(() => expect(received).toEqual([{ x: 1 }]));
  const speaker = client.channel('echo', { config: { broadcast: { self: true, ack: true } } }).on('broadcast', { event: 'grüße' }, ({ payload }) => received.push(payload));
  await subscribed(speaker);
  expect(await speaker.send({ type: 'broadcast', event: 'grüße', payload: { to: 'Zoë' } })).toBe('ok');
  await waitFor(() => expect(received).toEqual([{ x: 1 }, { to: 'Zoë' }]));
});

it('tracks presence', async () => {
  const channel = client.channel('room', { config: { presence: { key: 'ada' } } });
  channel.on('presence', { event: 'sync' }, () => undefined);
  const leave = backend.realtime.join('room', 'bea', { name: 'Bea' });
  await subscribed(channel);
  await waitFor(() => expect(channel.presenceState()).toMatchObject({ bea: [{ name: 'Bea' }] }));
  await channel.track({ name: 'Ada' });
  await waitFor(() => expect(Object.keys(channel.presenceState()).sort()).toEqual(['ada', 'bea']));
  expect(backend.realtime.presences('room')).toMatchObject({ ada: { metas: [{ name: 'Ada' }] } });
  leave();
  await waitFor(() => expect(Object.keys(channel.presenceState())).toEqual(['ada']));
  await client.removeChannel(channel);
  expect([backend.realtime.presences('room'), backend.realtime.listeners('room')]).toEqual([{}, 0]);
});

it('reports changes of rows to users who may see them', async () => {
  backend.auth.addPerson({ email: 'ada@example.com' });
  const { data } = await client.auth.signInWithPassword({ email: 'ada@example.com', password: 'correct horse' });
  const mine = data.user?.id;
  backend.table('notes').define({ policy: ({ owner }, caller) => owner === caller?.id });
  const received: unknown[] = [];
  const channel = client
    .channel('notes')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, ({ eventType, new: now, old }) => received.push([eventType, now, old]))
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes', filter: 'title=eq.Ink+water' }, () => received.push('ink'));
  await subscribed(channel);
  backend.table('notes').insert({ id: 1, title: 'Ink+water', owner: mine }, { id: 2, title: 'Theirs', owner: 'other' });
  backend.table('notes').update(({ id }) => id === 1, { title: 'Pens' });
  backend.table('notes').remove(({ id }) => id === 1);
  await waitFor(() =>
    expect(received).toEqual([
      ['INSERT', { id: 1, title: 'Ink+water', owner: mine }, {}],
      'ink',
      ['UPDATE', { id: 1, title: 'Pens', owner: mine }, { id: 1 }],
      ['DELETE', {}, { id: 1 }],
    ]),
  );
});

it('reads several conditions, and refuses the ones it does not support', async () => {
  const received: unknown[] = [];
  const both = client.channel('both').on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes', filter: 'done=eq.true,rank=in.(1,2)' }, ({ new: row }) => received.push(row));
  await subscribed(both);
  const refused = client.channel('refused').on('postgres_changes', { event: '*', schema: 'public', table: 'notes', filter: 'title=match.^I' }, () => undefined);
  expect(await subscribed(refused)).toBe('CHANNEL_ERROR');
  backend.table('notes').insert({ id: 1, done: true, rank: 3 }, { id: 2, done: true, rank: 2 }, { id: 3, done: false, rank: 1 });
  await waitFor(() => expect(received).toEqual([{ id: 2, done: true, rank: 2 }]));
});

it('breaks while offline, and reconnects', async () => {
  const statuses: string[] = [];
  client.channel('room').subscribe((status) => statuses.push(status));
  await waitFor(() => expect(statuses).toEqual(['SUBSCRIBED']));
  faults.offlineFor(10);
  await waitFor(() => expect(statuses).toContain('CHANNEL_ERROR'));
  expect(backend.realtime.listeners('room')).toBe(0);
  await clock.advance({ seconds: 11 });
  await waitFor(() => expect(statuses.at(-1)).toBe('SUBSCRIBED'));
});

it('reports a rejoining client once', () => {
  const received: unknown[] = [];
  const { receive } = backend.realtime.connect((frame) => received.push(JSON.parse(frame)));
  const join = (ref: string) => receive(JSON.stringify([ref, ref, 'realtime:room', 'phx_join', { config: {} }]));
  join('1');
  join('2');
  received.length = 0;
  backend.realtime.broadcast('room', 'cursor', {});
  expect(received).toHaveLength(1);
  expect(backend.realtime.listeners('room')).toBe(1);
});
