import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Project, type Person } from '../project.ts';

let project: Project;
let owner: Person;
let board: string;
beforeAll(async () => {
  project = await Project.start();
  owner = await project.register('owner');
  board = await newBoard();
});
afterAll(() => project.stop());

async function newBoard(): Promise<string> {
  return (await owner.client.from('workspace_boards').insert({ name: 'Plans' }).select('id').single().throwOnError()).data.id;
}

function numbers(amount: number): number[] {
  return Array.from({ length: amount }, (_, index) => index);
}

/** A refusal names the limit and what to do. */
function refusal(code: string, limit: number): object {
  return { code, message: expect.stringContaining(String(limit)), hint: expect.stringMatching(/^\S.*\.$/) };
}

test('a person has at most 100 own boards, and any number of others', async () => {
  const person = await project.register('collector');
  const boards = (amount: number) => numbers(amount).map(() => ({ name: 'One more' }));
  await person.client.from('workspace_boards').insert(boards(99)).throwOnError();
  expect((await person.client.from('workspace_boards').insert(boards(2))).error).toMatchObject(refusal('WS001', 100));
  await person.client.from('workspace_boards').insert(boards(1)).throwOnError();
  expect((await person.client.from('workspace_boards').insert(boards(1))).error).toMatchObject(refusal('WS001', 100));
  await owner.client.from('workspace_invitations').insert({ board, email: person.email }).throwOnError();
  await person.client.rpc('workspace_accept_invitation', { board }).throwOnError();
});

test('a board is not handed over to a person who has 100 of their own, but the board of a deleted account passes to them', async () => {
  const [giver, receiver] = [await project.register('giver'), await project.register('receiver')];
  await receiver.client.from('workspace_boards').insert(numbers(100).map(() => ({ name: 'Mine' }))).throwOnError();
  const { data: given } = await giver.client.from('workspace_boards').insert({ name: 'Given' }).select('id').single().throwOnError();
  await project.admin.from('workspace_members').insert({ board: given.id, person: receiver.id }).throwOnError();
  const handOver = () => giver.client.rpc('workspace_hand_over_board', { board: given.id, person: receiver.id });
  const owner = async () => (await project.admin.from('workspace_boards').select('owner').eq('id', given.id).single().throwOnError()).data.owner;
  expect((await handOver()).error).toMatchObject(refusal('WS008', 100));
  expect(await owner()).toBe(giver.id);
  expect((await project.admin.auth.admin.deleteUser(giver.id)).error).toBeNull();
  expect(await owner()).toBe(receiver.id);
});

test('a board has 50 members', async () => {
  const full = await newBoard();
  const guest = await project.register('guest');
  await owner.client.from('workspace_invitations').insert({ board: full, email: guest.email }).throwOnError();
  const people = await Promise.all(numbers(49).map((index) => project.admin.auth.admin.createUser({ email: `m${String(index)}@example.com` })));
  const rows = people.map(({ data }) => ({ board: full, person: data.user?.id ?? '' }));
  await project.admin.from('workspace_members').insert(rows).throwOnError();
  expect((await guest.client.rpc('workspace_accept_invitation', { board: full })).error).toMatchObject(refusal('WS002', 50));
  await owner.client.from('workspace_members').delete().eq('board', full).eq('person', rows[0]?.person ?? '').throwOnError();
  await guest.client.rpc('workspace_accept_invitation', { board: full }).throwOnError();
});

test('a note has 20 files', async () => {
  const { data: note } = await owner.client.from('workspace_notes').insert({ board, title: 'Files' }).select('id').single().throwOnError();
  const files = (amount: number) =>
    numbers(amount).map(() => ({ board, note: note.id, path: `${board}/${note.id}/${crypto.randomUUID()}/a.txt`, name: 'a.txt', type: 'text/plain', size: 1 }));
  await owner.client.from('workspace_attachments').insert(files(19)).throwOnError();
  expect((await owner.client.from('workspace_attachments').insert(files(2))).error).toMatchObject(refusal('WS004', 20));
  await owner.client.from('workspace_attachments').insert(files(1)).throwOnError();
});

test('a board has 50 open invitations; expired ones do not count', async () => {
  const invitations = (amount: number, expires_at: string) =>
    numbers(amount).map(() => ({ board, email: `${crypto.randomUUID()}@example.com`, invited_by: owner.id, expires_at }));
  await project.admin.from('workspace_invitations').insert(invitations(60, '2020-01-01')).throwOnError();
  await project.admin.from('workspace_invitations').insert(invitations(50, '2100-01-01')).throwOnError();
  expect((await owner.client.from('workspace_invitations').insert({ board, email: 'late@example.com' })).error).toMatchObject(refusal('WS005', 50));
});

test('a person invites at most 20 people an hour, on all boards together, and cancelled invitations count', async () => {
  const inviter = await project.register('inviter');
  const { data: boards } = await inviter.client.from('workspace_boards').insert([{ name: 'One' }, { name: 'Two' }]).select('id').throwOnError();
  const invite = (amount: number, to = boards[0]?.id ?? '') =>
    inviter.client.from('workspace_invitations').insert(numbers(amount).map(() => ({ board: to, email: `${crypto.randomUUID()}@example.com` })));
  await invite(15).throwOnError();
  await inviter.client.from('workspace_invitations').delete().eq('board', boards[0]?.id ?? '').throwOnError();
  expect((await invite(6, boards[1]?.id)).error).toMatchObject(refusal('WS006', 20));
  await invite(5, boards[1]?.id).throwOnError();
  expect((await invite(1)).error).toMatchObject(refusal('WS006', 20));
});
