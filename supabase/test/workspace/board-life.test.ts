import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Project, type Person } from '../project.ts';

let project: Project;
beforeAll(async () => {
  project = await Project.start();
});
afterAll(() => project.stop());

let count = 0;
/** A new user with this name. */
function newPerson(name: string): Promise<Person> {
  count += 1;
  return project.register(`${name} ${String(count)}`);
}

async function boardOf({ client }: Person, name = 'Plans'): Promise<string> {
  const { data } = await client.from('workspace_boards').insert({ name }).select('id').single().throwOnError();
  return data.id;
}

/** Makes a user a member of a board by an invitation. */
async function join(board: string, owner: Person, guest: Person, role = 'editor'): Promise<void> {
  await owner.client.from('workspace_invitations').insert({ board, email: guest.email, role }).throwOnError();
  await guest.client.rpc('workspace_accept_invitation', { board }).throwOnError();
}

test('a guest sees the inviting person and the board, and can accept more than once', async () => {
  const [owner, guest] = [await newPerson('Ada'), await newPerson('Grace')];
  const board = await boardOf(owner, 'Engines');
  await owner.client.from('workspace_invitations').insert({ board, email: ` ${guest.email.toUpperCase()} ` }).throwOnError();
  expect((await guest.client.rpc('workspace_my_invitations')).data).toMatchObject([{ board, board_name: 'Engines', invited_by: owner.name }]);
  await guest.client.rpc('workspace_accept_invitation', { board }).throwOnError();
  await guest.client.rpc('workspace_accept_invitation', { board }).throwOnError();
  expect((await guest.client.rpc('workspace_my_invitations')).data).toEqual([]);
  const { data } = await owner.client.from('workspace_members').select('role, account_profiles(name)').eq('board', board).order('joined_at');
  expect(data).toEqual([
    { role: 'owner', account_profiles: { name: owner.name } },
    { role: 'editor', account_profiles: { name: guest.name } },
  ]);
  const { data: boards } = await guest.client.from('workspace_boards').select('name, workspace_members(role)');
  expect(boards).toEqual([{ name: 'Engines', workspace_members: expect.arrayContaining([{ role: 'owner' }, { role: 'editor' }]) }]);
});

test('an expired invitation is refused and kept, so that a retry gets the same message', async () => {
  const [owner, guest] = [await newPerson('owner'), await newPerson('guest')];
  const board = await boardOf(owner);
  await project.admin.from('workspace_invitations').insert({ board, email: guest.email, invited_by: owner.id, expires_at: '2020-01-01' }).throwOnError();
  expect((await guest.client.rpc('workspace_my_invitations')).data).toEqual([]);
  for (let times = 0; times < 2; times += 1) {
    expect((await guest.client.rpc('workspace_accept_invitation', { board })).error).toMatchObject({ code: 'WS023', message: expect.stringContaining('expired') });
  }
});

test.each(['removed', 'made a viewer'])('an earlier invitation does not undo that a member was %s', async (change) => {
  const [owner, guest, other] = [await newPerson('owner'), await newPerson('guest'), await newPerson('other')];
  const board = await boardOf(owner);
  await join(board, owner, guest);
  for (const { email } of [guest, other]) await owner.client.from('workspace_invitations').insert({ board, email }).throwOnError();
  const members = owner.client.from('workspace_members');
  await (change === 'removed' ? members.delete() : members.update({ role: 'viewer' })).eq('board', board).eq('person', guest.id).throwOnError();
  // A viewer could leave, and come back by the invitation.
  await guest.client.from('workspace_members').delete().eq('board', board).eq('person', guest.id).throwOnError();
  expect((await guest.client.rpc('workspace_accept_invitation', { board })).error).toMatchObject({ code: 'WS022' });
  await other.client.rpc('workspace_accept_invitation', { board }).throwOnError();
});

test('a change with an outdated version is refused, so that it does not overwrite a newer one', async () => {
  const owner = await newPerson('owner');
  const board = await boardOf(owner);
  const { data: note } = await owner.client.from('workspace_notes').insert({ board, title: 'Tea' }).select().single().throwOnError();
  const save = (title: string) => owner.client.from('workspace_notes').update({ title }).eq('id', note.id).eq('version', note.version).select('version');
  expect((await save('Green tea')).data).toEqual([{ version: 2 }]);
  expect((await save('Black tea')).data).toEqual([]);
  // Only a change of the text changes the version.
  await owner.client.rpc('workspace_move_note', { note: note.id }).throwOnError();
  expect((await owner.client.from('workspace_notes').update({ done: true }).eq('id', note.id).select('version, done')).data).toEqual([{ version: 2, done: true }]);
});

test('the last person who changed a text is recorded, and completing a note or deleting the account records no one', async () => {
  const [owner, member] = [await newPerson('owner'), await newPerson('member')];
  const board = await boardOf(owner);
  await join(board, owner, member);
  const columns = 'edited_by, edited_at, updated_at';
  const { data: note } = await owner.client.from('workspace_notes').insert({ board, title: 'Tea' }).select(`id, ${columns}`).single().throwOnError();
  expect(note).toMatchObject({ edited_by: null, edited_at: null });
  const change = (by: typeof owner, values: { title?: string; done?: boolean }) => by.client.from('workspace_notes').update(values).eq('id', note.id).select(columns).single().throwOnError();
  expect((await change(member, { done: true })).data).toMatchObject({ edited_by: null, edited_at: null });
  const { data: edited } = await change(member, { title: 'Green tea' });
  expect(edited).toEqual({ edited_by: member.id, edited_at: edited.updated_at, updated_at: edited.updated_at });
  const { data: reopened } = await change(owner, { done: false });
  expect(reopened).toMatchObject({ edited_by: member.id, edited_at: edited.edited_at });
  expect(reopened.updated_at).not.toBe(edited.updated_at);
  await project.admin.auth.admin.deleteUser(member.id);
  const { data: kept } = await owner.client.from('workspace_notes').select(columns).eq('id', note.id).single().throwOnError();
  expect(kept).toEqual({ ...reopened, edited_by: null });
  expect((await change(owner, { title: 'Tea' })).data).toMatchObject({ edited_by: owner.id });
});

test('the first version of a note can be increased', async () => {
  const owner = await newPerson('owner');
  const board = await boardOf(owner);
  expect((await owner.client.from('workspace_notes').insert({ board, title: 'None', version: 0 })).error).toMatchObject({ code: '23514' });
  expect((await owner.client.from('workspace_notes').insert({ board, title: 'Last', version: 2_147_483_647 })).error).toMatchObject({ code: '42501' });
});

test('the first board is created once, with the given name, and later calls change nothing', async () => {
  const { client } = await newPerson('beginner');
  const ask = (name: string) => client.rpc('workspace_first_board', { name }).throwOnError();
  const [one, other] = await Promise.all([ask('Meine Notizen'), ask('Meine Notizen')]);
  await client.from('workspace_boards').insert({ name: 'Second' }).throwOnError();
  expect([one.data, other.data, (await ask('My notes')).data]).toEqual([one.data, one.data, one.data]);
  const { data: boards } = await client.from('workspace_boards').select('id, name').order('created_at').throwOnError();
  expect(boards).toMatchObject([{ id: one.data, name: 'Meine Notizen' }, { name: 'Second' }]);
  expect((await (await newPerson('nameless')).client.rpc('workspace_first_board', { name: ' ' })).error).toMatchObject({ code: '23514' });
});

test('a board can be handed over, and the former owner stays as an editor', async () => {
  const [owner, heir] = [await newPerson('owner'), await newPerson('heir')];
  const board = await boardOf(owner);
  await join(board, owner, heir);
  await owner.client.rpc('workspace_hand_over_board', { board, person: heir.id }).throwOnError();
  expect((await heir.client.from('workspace_boards').update({ name: 'Mine' }).eq('id', board).select('owner')).data).toEqual([{ owner: heir.id }]);
  expect((await owner.client.from('workspace_members').delete().eq('board', board).eq('person', owner.id).select('role')).data).toEqual([{ role: 'editor' }]);
  expect((await owner.client.from('workspace_boards').select().eq('id', board)).data).toEqual([]);
});

test('a board handed over to a member who is being removed ends with exactly one owner, who is a member', async () => {
  const [owner, heir] = [await newPerson('owner'), await newPerson('heir')];
  const board = await boardOf(owner);
  await join(board, owner, heir);
  const [handed, removed] = await Promise.all([
    owner.client.rpc('workspace_hand_over_board', { board, person: heir.id }),
    owner.client.from('workspace_members').delete().eq('board', board).eq('person', heir.id),
  ]);
  // Either may come first, but neither may fail with a deadlock (40P01).
  expect([undefined, 'WS020']).toContain(handed.error?.code);
  expect(removed.error).toBeNull();
  const { data: stored } = await project.admin.from('workspace_boards').select('owner').eq('id', board).single().throwOnError();
  const { data: members } = await project.admin.from('workspace_members').select('person').eq('board', board).eq('role', 'owner').throwOnError();
  expect(members).toEqual([{ person: stored.owner }]);
  expect(stored.owner).toBe(handed.error ? owner.id : heir.id);
});

test('a board handed over to a member whose role is being changed belongs to that member', async () => {
  const [owner, heir] = [await newPerson('owner'), await newPerson('heir')];
  const board = await boardOf(owner);
  await join(board, owner, heir);
  const [handed, changed] = await Promise.all([
    owner.client.rpc('workspace_hand_over_board', { board, person: heir.id }),
    owner.client.from('workspace_members').update({ role: 'viewer' }).eq('board', board).eq('person', heir.id),
  ]);
  // In either order, without a deadlock (40P01).
  expect([handed.error, changed.error]).toEqual([null, null]);
  const { data: members } = await project.admin.from('workspace_members').select('person, role').eq('board', board).order('joined_at').throwOnError();
  expect(members).toEqual([{ person: owner.id, role: 'editor' }, { person: heir.id, role: 'owner' }]);
});

test('accepting an invitation gives the role that it names, and changes no role that a member has', async () => {
  const [owner, guest] = [await newPerson('owner'), await newPerson('guest')];
  const board = await boardOf(owner);
  const invite = (role: string) => owner.client.rpc('workspace_invite', { board, email: guest.email, role }).throwOnError();
  const accept = async () => {
    await guest.client.rpc('workspace_accept_invitation', { board }).throwOnError();
    return (await guest.client.from('workspace_members').select('role').eq('board', board).eq('person', guest.id)).data;
  };
  await invite('editor');
  await invite('viewer');
  expect((await guest.client.rpc('workspace_my_invitations')).data).toMatchObject([{ board, role: 'viewer' }]);
  expect(await accept()).toEqual([{ role: 'viewer' }]);
  await invite('editor');
  expect((await guest.client.rpc('workspace_my_invitations')).data).toEqual([]);
  expect(await accept()).toEqual([{ role: 'viewer' }]);
  expect((await guest.client.rpc('workspace_my_invitations')).data).toEqual([]);
});

test('deleting a person passes shared boards to the earliest editor, deletes private ones, and keeps the notes on shared boards', async () => {
  const [owner, viewer, first, second] = [await newPerson('owner'), await newPerson('viewer'), await newPerson('first'), await newPerson('second')];
  const [shared, shown, alone] = [await boardOf(owner, 'Shared'), await boardOf(owner, 'Shown'), await boardOf(owner, 'Alone')];
  for (const board of [shared, shown]) await join(board, owner, viewer, 'viewer');
  await join(shared, owner, first);
  await join(shared, owner, second);
  await owner.client.from('workspace_notes').insert([{ board: shared, title: 'stays' }, { board: alone, title: 'goes' }]).throwOnError();
  const noteTimes = () => second.client.from('workspace_notes').select('created_at, updated_at').throwOnError();
  const { data: times } = await noteTimes();
  expect((await project.admin.auth.admin.deleteUser(owner.id)).error).toBeNull();
  const { data: boards } = await project.admin.from('workspace_boards').select('id, owner').in('id', [shared, shown, alone]).order('name').throwOnError();
  expect(boards).toEqual([{ id: shared, owner: first.id }, { id: shown, owner: viewer.id }]);
  const { data: members } = await project.admin.from('workspace_members').select('person, role').eq('board', shared).order('joined_at').throwOnError();
  expect(members).toEqual([{ person: viewer.id, role: 'viewer' }, { person: first.id, role: 'owner' }, { person: second.id, role: 'editor' }]);
  expect((await second.client.from('workspace_notes').select('title, author, account_profiles(name)')).data).toEqual([{ title: 'stays', author: null, account_profiles: null }]);
  expect((await noteTimes()).data).toEqual(times);
  expect((await project.admin.from('account_profiles').select().eq('person', owner.id)).data).toEqual([]);
});

test('the overview has the note that was changed last, what happened to it, and who did it', async () => {
  const [owner, editor, viewer] = [await newPerson('owner'), await newPerson('editor'), await newPerson('viewer')];
  const board = await boardOf(owner, 'Plans');
  await join(board, owner, editor);
  await join(board, owner, viewer, 'viewer');
  const last = async ({ client }: Person = viewer) => {
    const { data } = await client.rpc('workspace_overview').eq('board', board).throwOnError();
    return data.map((row) => [row.last_title, row.last_event, row.last_person]);
  };
  const note = async ({ client }: Person, title: string) => (await client.from('workspace_notes').insert({ board, title }).select('id').single().throwOnError()).data.id;
  const change = async ({ client }: Person, id: string, values: { readonly title?: string; readonly done?: boolean }) => void (await client.from('workspace_notes').update(values).eq('id', id).throwOnError());
  expect(await last()).toEqual([[null, null, null]]);
  const tea = await note(owner, 'Tea');
  const cake = await note(editor, 'Cake');
  expect(await last()).toEqual([['Cake', 'added', editor.id]]);
  await change(editor, tea, { title: 'Green tea' });
  expect(await last()).toEqual([['Green tea', 'edited', editor.id]]);
  await change(owner, cake, { done: true });
  expect(await last()).toEqual([['Cake', 'done', null]]);
  await change(owner, cake, { done: false });
  expect(await last()).toEqual([['Cake', 'changed', null]]);
  await owner.client.from('workspace_notes').delete().eq('id', cake).throwOnError();
  expect((await project.admin.auth.admin.deleteUser(editor.id)).error).toBeNull();
  expect(await last()).toEqual([['Green tea', 'edited', null]]);
  expect(await last(await newPerson('stranger'))).toEqual([]);
});

test('a second invitation ends with the account of the member, and one to another board stays', async () => {
  const [owner, guest] = [await newPerson('owner'), await newPerson('guest')];
  const [joined, open] = [await boardOf(owner, 'Joined'), await boardOf(owner, 'Open')];
  await join(joined, owner, guest);
  await owner.client.from('workspace_invitations').insert([{ board: joined, email: guest.email }, { board: open, email: guest.email }]).throwOnError();
  expect((await project.admin.auth.admin.deleteUser(guest.id)).error).toBeNull();
  const again = await project.register(guest.name);
  expect((await again.client.rpc('workspace_my_invitations')).data).toMatchObject([{ board: open }]);
});

test('the token of a deleted or banned person has no rights, although it has not expired', async () => {
  const [owner, leaver, banned] = [await newPerson('owner'), await newPerson('leaver'), await newPerson('banned')];
  const board = await boardOf(owner);
  for (const guest of [leaver, banned]) await join(board, owner, guest);
  await owner.client.from('workspace_notes').insert({ board, title: 'secret' }).throwOnError();
  await project.admin.auth.admin.deleteUser(leaver.id);
  await project.admin.auth.admin.updateUserById(banned.id, { ban_duration: '1h' });
  for (const { client } of [leaver, banned]) {
    for (const table of ['workspace_boards', 'workspace_members', 'workspace_notes', 'workspace_attachments', 'workspace_invitations', 'account_profiles'] as const) {
      expect(await client.from(table).select()).toMatchObject({ error: null, data: [] });
    }
    expect((await client.from('workspace_boards').insert({ name: 'Back' })).error).toMatchObject({ code: '42501' });
    expect((await client.from('workspace_notes').insert({ board, title: 'Back' })).error).toMatchObject({ code: '42501' });
    expect((await client.from('workspace_notes').insert({ title: 'Back' })).error).not.toBeNull();
    expect((await client.rpc('workspace_accept_invitation', { board })).error).toMatchObject({ code: '42501' });
    expect((await client.rpc('workspace_my_invitations')).data).toEqual([]);
  }
});

test('the profile’s name follows the auth service, for every kind of value', async () => {
  const { client, id } = await newPerson('First name');
  const name = async () => (await client.from('account_profiles').select('name').eq('person', id).single()).data?.name;
  await client.auth.updateUser({ data: { name: '  Second name ' } });
  expect(await name()).toBe('Second name');
  await client.auth.updateUser({ data: { name: 'x'.repeat(5000) } });
  expect(await name()).toBe('x'.repeat(100));
  await client.auth.updateUser({ data: { name: { an: 'object' } } });
  expect(await name()).toBe('{"an": "object"}');
  await client.auth.updateUser({ data: { name: null } });
  expect(await name()).toBe('');
});
