import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { RealtimeChannel } from '@supabase/supabase-js';
import type { Client, Project } from '../project.ts';
import { ASSURANCES, PolicyRoles, ROLES, type Scene } from './policy-roles.ts';

let project: Project;
let roles: PolicyRoles;
let scenes: Record<string, Scene>;
beforeAll(async () => {
  ({ project, roles } = await PolicyRoles.start());
  scenes = { 'no factor': await roles.scene('no factor'), 'code owed': await roles.scene('code owed'), 'code given': await roles.scene('code given') };
});
afterAll(async () => {
  // realtime-js starts a timer of ten seconds for each disconnection, and Jest would wait for it.
  jest.useFakeTimers({ doNotFake: ['clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'nextTick', 'queueMicrotask', 'Date', 'performance'] });
  for (const client of joined) void client.realtime.disconnect();
  jest.useRealTimers();
  await project.stop();
});

/** The clients with open sockets. */
const joined: Client[] = [];

/** Joins a private channel. `state` is `SUBSCRIBED`, or why joining failed. */
async function join(client: Client, topic: string, listen: (channel: RealtimeChannel) => void = () => undefined): Promise<{ channel: RealtimeChannel; state: string }> {
  const { data } = await client.auth.getSession();
  if (data.session) await client.realtime.setAuth(data.session.access_token);
  joined.push(client);
  const channel = client.channel(topic, { config: { private: true, presence: { key: crypto.randomUUID() } } });
  listen(channel);
  const state = await new Promise<string>((resolve) => channel.subscribe(resolve));
  return { channel, state };
}

const ADMITTED = ['viewer', 'editor', 'owner'];

test.each(ROLES.filter((role) => role !== 'service').flatMap((role) => ASSURANCES.map((assurance) => [role, assurance] as const)))(
  'only members can join the channel of a board: %s, %s',
  async (role, assurance) => {
    const scene = scenes[assurance];
    const client = roles.client(role, assurance);
    const { channel, state } = await join(client, `workspace:board:${scene?.board ?? ''}`);
    expect(state).toBe(ADMITTED.includes(role) && assurance !== 'code owed' ? 'SUBSCRIBED' : 'CHANNEL_ERROR');
    await client.removeChannel(channel);
  },
);

test.each(['workspace:board:', 'workspace:board:x', 'workspace:boards', 'private', `workspace:board:${crypto.randomUUID()}`])('no other private channel is open to any user: %s', async (topic) => {
  const client = roles.client('owner', 'no factor');
  const { channel, state } = await join(client, topic);
  expect(state).toBe('CHANNEL_ERROR');
  await client.removeChannel(channel);
});

test('members of a board receive presence, broadcasts and changes, and others receive nothing', async () => {
  const scene = await roles.scene('no factor');
  const { owner, viewer, other } = scene.people;
  const received = { viewer: [] as string[], other: [] as string[] };
  let onLastReceived: () => void = () => undefined;
  const changed = new Promise<void>((resolve) => {
    onLastReceived = resolve;
  });
  const listen = async (name: 'viewer' | 'other', client: Client) => {
    joined.push(client);
    const channel = client.channel(`changes ${scene.board}`).on('postgres_changes', { event: '*', schema: 'public', table: 'workspace_notes', filter: `board=eq.${scene.board}` }, ({ new: row }) => {
      const title = 'title' in row ? String(row['title']) : '';
      received[name].push(title);
      if (name === 'viewer' && title === 'Last') onLastReceived();
    });
    await new Promise<void>((resolve, reject) => {
      channel.on('system', {}, ({ status }: { status: string }) => (status === 'ok' ? resolve() : reject(new Error(status)))).subscribe();
    });
    return channel;
  };
  const subscription = await listen('viewer', viewer.client);
  const stranger = await listen('other', other.client);

  let onBroadcast: (payload: unknown) => void = () => undefined;
  let onPresence: (key: unknown) => void = () => undefined;
  const broadcast = new Promise((resolve) => (onBroadcast = resolve));
  const present = new Promise((resolve) => (onPresence = resolve));
  const topic = `workspace:board:${scene.board}`;
  const { channel: there } = await join(viewer.client, topic, (channel) => {
    channel.on('broadcast', { event: 'editing' }, ({ payload }) => onBroadcast(payload));
    channel.on('presence', { event: 'join' }, ({ newPresences }) => onPresence(newPresences));
  });
  const { channel: here } = await join(owner.client, topic);
  await here.track({ person: owner.id });
  await here.send({ type: 'broadcast', event: 'editing', payload: { note: scene.note } });
  expect(await broadcast).toEqual({ note: scene.note });
  expect(await present).toMatchObject([{ person: owner.id }]);

  await owner.client.from('workspace_notes').insert({ board: scene.board, title: 'New' }).throwOnError();
  await owner.client.from('workspace_notes').insert({ board: scene.board, title: 'Last' }).throwOnError();
  await changed;
  expect(received).toEqual({ viewer: ['New', 'Last'], other: [] });
  await Promise.all([owner.client.removeChannel(here), viewer.client.removeChannel(there), viewer.client.removeChannel(subscription), other.client.removeChannel(stranger)]);
});

/** Subscribes to the changes of a table. Returns the status of Realtime's response. */
async function subscribe(client: Client, table: string, onChange: (payload: { eventType: string; new: object; old: object }) => void): Promise<{ channel: RealtimeChannel; status: string }> {
  joined.push(client);
  await client.realtime.setAuth();
  const channel = client.channel(`all of ${table} ${crypto.randomUUID()}`).on('postgres_changes', { event: '*', schema: 'public', table }, onChange);
  const status = await new Promise<string>((resolve) => {
    channel.on('system', {}, (answer: { status: string }) => resolve(answer.status)).subscribe();
  });
  return { channel, status };
}

test('subscribers do not learn who is a member of which board, or that a member was removed', async () => {
  const client = roles.client('other', 'no factor');
  const { channel, status } = await subscribe(client, 'workspace_members', () => undefined);
  expect(status).toBe('error');
  await client.removeChannel(channel);
});

test('members learn of a new member through the board’s row, and others do not', async () => {
  const scene = await roles.scene('no factor');
  const { owner, invited, other } = scene.people;
  const [received, receivedByStranger]: [string[], string[]] = [[], []];
  let next: () => void = () => undefined;
  const subscription = await subscribe(owner.client, 'workspace_boards', ({ eventType, new: row }) => {
    if (!('id' in row) || row.id !== scene.board) return;
    received.push(eventType);
    next();
  });
  const stranger = await subscribe(other.client, 'workspace_boards', (change) => receivedByStranger.push(JSON.stringify(change)));
  expect([subscription.status, stranger.status]).toEqual(['ok', 'ok']);
  const arrival = new Promise<void>((resolve) => (next = resolve));
  await invited.client.rpc('workspace_accept_invitation', { board: scene.board }).throwOnError();
  await arrival;
  expect(received).toEqual(['UPDATE']);
  expect(receivedByStranger).toEqual([]);
  await Promise.all([owner.client.removeChannel(subscription.channel), other.client.removeChannel(stranger.channel)]);
});

test('members receive the ids of deleted notes and files, and then the restored rows', async () => {
  const scene = await roles.scene('no factor');
  const { owner, editor } = scene.people;
  const received: unknown[] = [];
  let next: () => void = () => undefined;
  const onMessage = (what: unknown) => {
    received.push(what);
    next();
  };
  const messageAfter = async (action: PromiseLike<unknown>) => {
    const one = new Promise<void>((resolve) => (next = resolve));
    await action;
    await one;
  };
  const { channel, state } = await join(editor.client, `workspace:board:${scene.board}`, (joining) => {
    joining.on('broadcast', { event: 'deleted' }, ({ payload }) => onMessage(payload));
  });
  expect(state).toBe('SUBSCRIBED');
  const ofBoard = ({ eventType, new: row }: { eventType: string; new: object }) => onMessage({ eventType, id: 'id' in row ? row.id : null });
  const notes = await subscribe(editor.client, 'workspace_notes', ofBoard);
  const files = await subscribe(editor.client, 'workspace_attachments', ofBoard);
  await messageAfter(owner.client.from('workspace_attachments').delete().eq('id', scene.attachment).throwOnError());
  await messageAfter(owner.client.rpc('workspace_restore', { kind: 'file', id: scene.attachment }).throwOnError());
  await messageAfter(owner.client.from('workspace_notes').delete().eq('id', scene.note).throwOnError());
  await messageAfter(owner.client.rpc('workspace_restore', { kind: 'note', id: scene.note }).throwOnError());
  expect(received).toEqual([
    { id: expect.any(String), note: scene.note },
    { eventType: 'UPDATE', id: scene.attachment },
    { id: expect.any(String), note: scene.note },
    { eventType: 'UPDATE', id: scene.note },
  ]);
  await Promise.all([channel, notes.channel, files.channel].map((one) => editor.client.removeChannel(one)));
});

/** Joins the channel of a board. Returns the next message about its members. */
async function subscribeToMembers(client: Client, board: string): Promise<{ channel: RealtimeChannel; message: Promise<unknown> }> {
  let onMessage: (payload: unknown) => void = () => undefined;
  const message = new Promise((resolve) => (onMessage = resolve));
  const { channel, state } = await join(client, `workspace:board:${board}`, (joining) => {
    joining.on('broadcast', { event: 'members' }, ({ payload }) => onMessage(payload));
  });
  expect(state).toBe('SUBSCRIBED');
  return { channel, message };
}

test('a removed member is notified immediately and receives nothing afterwards, because the others move to another channel', async () => {
  const scene = await roles.scene('no factor');
  const { owner, editor } = scene.people;
  const [gone, stays] = [await subscribeToMembers(editor.client, scene.board), await subscribeToMembers(owner.client, scene.board)];
  const receivedByStranger: unknown[] = [];
  gone.channel.on('broadcast', { event: '*' }, (message) => receivedByStranger.push(message));
  await owner.client.from('workspace_members').delete().eq('board', scene.board).eq('person', editor.id).throwOnError();
  // Only an id: not the removed person, and not the remover.
  expect(await Promise.all([gone.message, stays.message])).toEqual([{ id: expect.any(String) }, { id: expect.any(String) }]);
  expect((await editor.client.from('workspace_boards').select('id').eq('id', scene.board)).data).toEqual([]);

  // Read like a page does, with the board.
  const { data: board } = await owner.client.from('workspace_boards').select('workspace_channels(channel)').eq('id', scene.board).single().throwOnError();
  const { channel: name = '' } = board.workspace_channels ?? {};
  expect(name).not.toBe(scene.board);
  expect((await editor.client.from('workspace_channels').select().eq('board', scene.board)).data).toEqual([]);
  await owner.client.removeChannel(stays.channel);
  // No user can join the old channel, and only members can join the new one.
  for (const [client, topic] of [[owner.client, scene.board], [editor.client, name]] as const) {
    const { channel, state } = await join(client, `workspace:board:${topic}`);
    expect(state).toBe('CHANNEL_ERROR');
    await client.removeChannel(channel);
  }
  let onDeletion: (payload: unknown) => void = () => undefined;
  const received = new Promise((resolve) => (onDeletion = resolve));
  const { channel: there, state } = await join(owner.client, `workspace:board:${name}`, (channel) => {
    channel.on('broadcast', { event: 'deleted' }, ({ payload }) => onDeletion(payload));
  });
  expect(state).toBe('SUBSCRIBED');
  receivedByStranger.length = 0;
  await owner.client.from('workspace_notes').delete().eq('id', scene.note).throwOnError();
  expect(await received).toMatchObject({ note: scene.note });
  // Sent with the secret key, to prove that the old channel would deliver a message.
  const last = new Promise((resolve) => gone.channel.on('broadcast', { event: 'last' }, resolve));
  await project.admin.channel(`workspace:board:${scene.board}`, { config: { private: true } }).httpSend('last', {});
  await last;
  expect(receivedByStranger).toMatchObject([{ event: 'last' }]);
  await Promise.all([editor.client.removeChannel(gone.channel), owner.client.removeChannel(there)]);
});

test('a viewer sends presence but no broadcasts, and learns on the channel that they are an editor now, who does on the next one', async () => {
  const scene = await roles.scene('no factor');
  const { owner, viewer } = scene.people;
  const received: unknown[] = [];
  let onPresence: (people: unknown) => void = () => undefined;
  const present = new Promise((resolve) => (onPresence = resolve));
  const { channel: here } = await join(owner.client, `workspace:board:${scene.board}`, (channel) => {
    channel.on('broadcast', { event: 'editing' }, ({ payload }) => received.push(payload));
    channel.on('presence', { event: 'join' }, ({ newPresences }) => onPresence(newPresences));
  });
  const { channel: there, message } = await subscribeToMembers(viewer.client, scene.board);
  await there.track({ person: viewer.id });
  expect(await present).toMatchObject([{ person: viewer.id }]);
  await there.send({ type: 'broadcast', event: 'editing', payload: {} });
  await expect(there.httpSend('editing', {})).rejects.toThrow('Unauthorized');
  await owner.client.from('workspace_members').update({ role: 'editor' }).eq('board', scene.board).eq('person', viewer.id).throwOnError();
  expect(await message).toEqual({ id: expect.any(String) });
  expect(received).toEqual([]);

  const { data } = await viewer.client.from('workspace_channels').select('channel').eq('board', scene.board).single().throwOnError();
  expect(data.channel).not.toBe(scene.board);
  let onBroadcast: (payload: unknown) => void = () => undefined;
  const broadcast = new Promise((resolve) => (onBroadcast = resolve));
  const { channel: after } = await join(owner.client, `workspace:board:${data.channel}`, (channel) => {
    channel.on('broadcast', { event: 'editing' }, ({ payload }) => onBroadcast(payload));
  });
  const { channel: writing } = await join(viewer.client, `workspace:board:${data.channel}`);
  await writing.send({ type: 'broadcast', event: 'editing', payload: { note: scene.note } });
  expect(await broadcast).toEqual({ note: scene.note });
  await Promise.all([here, after].map((one) => owner.client.removeChannel(one)));
  await Promise.all([there, writing].map((one) => viewer.client.removeChannel(one)));
});

test('the channel of a board cannot become the channel of another one', async () => {
  const scene = await roles.scene('no factor');
  const { owner, viewer, editor } = scene.people;
  // After this, the channel is no longer the board's ID, and the viewer can read it.
  await owner.client.from('workspace_members').delete().eq('board', scene.board).eq('person', editor.id).throwOnError();
  const { data } = await viewer.client.from('workspace_channels').select('channel').eq('board', scene.board).single().throwOnError();
  const { error } = await viewer.client.from('workspace_boards').insert({ id: data.channel, name: 'Own' });
  expect(error).toMatchObject({ code: '23505' });
  const { channel, state } = await join(viewer.client, `workspace:board:${data.channel}`);
  expect(state).toBe('SUBSCRIBED');
  await expect(channel.httpSend('editing', {})).rejects.toThrow('Unauthorized');
  await viewer.client.removeChannel(channel);
});
