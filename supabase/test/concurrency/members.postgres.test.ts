import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Person } from '../project.ts';
import { SharedDatabase, type Session } from './shared-database.ts';

let shared: SharedDatabase;
/** The owner of the board, two of its editors, and a person who is not a member. */
let people: Readonly<Record<'owner' | 'ann' | 'bob' | 'guest', Person>>;
let board: string;
beforeAll(async () => {
  shared = await SharedDatabase.start();
});
beforeEach(async () => {
  const number = crypto.randomUUID().slice(0, 8);
  const register = (name: string) => shared.project.register(`${name} ${number}`);
  people = { owner: await register('owner'), ann: await register('ann'), bob: await register('bob'), guest: await register('guest') };
  const { data } = await people.owner.client.from('workspace_boards').insert({ name: 'Plans' }).select('id').single().throwOnError();
  board = data.id;
  await shared.project.admin.from('workspace_members').insert([people.ann, people.bob].map(({ id }) => ({ board, person: id }))).throwOnError();
});
afterAll(() => shared.stop());

/** The names of the members with their roles. */
async function roles(): Promise<Readonly<Record<string, string>>> {
  const { data } = await shared.project.admin.from('workspace_members').select('person, role').eq('board', board).throwOnError();
  const nameOf = (id: string) => Object.entries(people).find(([, person]) => person.id === id)?.[0] ?? 'unknown';
  return Object.fromEntries(data.map(({ person, role }) => [nameOf(person), role]));
}

/** Two sessions of a person. */
async function twice(person: Person): Promise<readonly [Session, Session]> {
  return [await shared.session(person), await shared.session(person)];
}

describe('invitations', () => {
  const ACCEPT = 'select workspace_accept_invitation($1)';

  test('an invitation that is accepted twice at once makes one member', async () => {
    await people.owner.client.rpc('workspace_invite', { board, email: people.guest.email, role: 'viewer' }).throwOnError();
    const [one, other] = await twice(people.guest);
    await one.begin();
    await one.run(ACCEPT, board);
    const late = other.alone(ACCEPT, board);
    await shared.untilWaiting(other);
    await one.commit();
    await late;
    expect(await roles()).toEqual({ owner: 'owner', ann: 'editor', bob: 'editor', guest: 'viewer' });
  });

  test('an invitation that is withdrawn while it is accepted makes a member or none', async () => {
    await people.owner.client.rpc('workspace_invite', { board, email: people.guest.email }).throwOnError();
    const [owner, guest] = [await shared.session(people.owner), await shared.session(people.guest)];
    await owner.begin();
    await owner.run('delete from workspace_invitations where board = $1', board);
    const late = guest.alone(ACCEPT, board);
    await shared.untilWaiting(guest);
    await owner.commit();
    await expect(late).rejects.toMatchObject({ code: 'WS022' });
    expect(await roles()).not.toHaveProperty('guest');
  });

  test('an address that is invited twice at once has one invitation', async () => {
    const [one, other] = await twice(people.owner);
    const invite = 'select workspace_invite($1, $2, $3)';
    await one.begin();
    await one.run(invite, board, people.guest.email, 'editor');
    const late = other.alone(invite, board, people.guest.email, 'viewer');
    await shared.untilWaiting(other);
    await one.commit();
    await late;
    const { data } = await people.owner.client.from('workspace_invitations').select('role').eq('board', board).throwOnError();
    expect(data).toEqual([{ role: 'viewer' }]);
  });

  test('two people cannot both take the last place on a board', async () => {
    const admin = await shared.adminSession();
    await admin.run(`insert into auth.users (id, email) select gen_random_uuid(), 'crowd-' || number || '@example.com' from generate_series(1, 46) number`);
    await admin.run(`insert into workspace_members (board, person) select $1, id from auth.users where email like 'crowd-%'`, board);
    const newcomers = [people.guest, await shared.project.register(`late ${board}`)];
    for (const { email } of newcomers) await people.owner.client.rpc('workspace_invite', { board, email }).throwOnError();
    const [one, other] = await Promise.all(newcomers.map((person) => shared.session(person)));
    if (!one || !other) throw new Error('A session is missing.');
    await one.begin();
    await one.run(ACCEPT, board);
    const late = other.alone(ACCEPT, board);
    await shared.untilWaiting(other);
    await one.commit();
    await expect(late).rejects.toMatchObject({ code: 'WS002' });
    const { count } = await shared.project.admin.from('workspace_members').select('*', { count: 'exact', head: true }).eq('board', board).throwOnError();
    expect(count).toBe(50);
  });
});

describe('roles', () => {
  const CHANGE = 'update workspace_members set role = $1 where board = $2 and person = $3';

  test('of two transactions that change roles in opposite order, one is undone as a whole', async () => {
    const [one, other] = await twice(people.owner);
    await Promise.all([one.begin(), other.begin()]);
    await one.run(CHANGE, 'viewer', board, people.ann.id);
    await other.run(CHANGE, 'editor', board, people.bob.id);
    // Each now waits for the other.
    const attempts = await Promise.allSettled([
      one.run(CHANGE, 'viewer', board, people.bob.id).then(() => one.commit()),
      other.run(CHANGE, 'editor', board, people.ann.id).then(() => other.commit()),
    ]);
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(attempts.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: '40P01' } });
    await Promise.all([one.rollback(), other.rollback()]);
    const role = attempts[0]?.status === 'fulfilled' ? 'viewer' : 'editor';
    expect(await roles()).toEqual({ owner: 'owner', ann: role, bob: role });
  });

  test('a board that its owner hands over to two people at once goes to the first', async () => {
    const [one, other] = await twice(people.owner);
    const handOver = 'select workspace_hand_over_board($1, $2)';
    await one.begin();
    await one.run(handOver, board, people.ann.id);
    const late = other.alone(handOver, board, people.bob.id);
    await shared.untilWaiting(other);
    await one.commit();
    await expect(late).rejects.toMatchObject({ code: '42501' });
    expect(await roles()).toEqual({ owner: 'editor', ann: 'owner', bob: 'editor' });
  });

  test('a member who leaves while the board is handed over to them does not own it', async () => {
    const [owner, ann] = [await shared.session(people.owner), await shared.session(people.ann)];
    await ann.begin();
    await ann.run('delete from workspace_members where board = $1 and person = $2', board, people.ann.id);
    const late = owner.alone('select workspace_hand_over_board($1, $2)', board, people.ann.id);
    await shared.untilWaiting(owner);
    await ann.commit();
    await expect(late).rejects.toMatchObject({ code: 'WS020' });
    expect(await roles()).toEqual({ owner: 'owner', bob: 'editor' });
  });

  test('a member who becomes the owner while they leave stays', async () => {
    const [owner, ann] = [await shared.session(people.owner), await shared.session(people.ann)];
    await owner.begin();
    await owner.run('select workspace_hand_over_board($1, $2)', board, people.ann.id);
    const late = ann.alone('delete from workspace_members where board = $1 and person = $2 returning person', board, people.ann.id);
    await shared.untilWaiting(ann);
    await owner.commit();
    expect(await late).toEqual([]);
    expect(await roles()).toEqual({ owner: 'editor', ann: 'owner', bob: 'editor' });
  });
});

describe('deleted accounts', () => {
  const DELETE = 'delete from auth.users where id = $1';

  test.each([['owner', 'ann'], ['ann', 'owner']] as const)('a board of %s and %s, who delete their accounts at once, passes to the next member', async (first, second) => {
    // Ann joined before Bob, so she is the heir.
    await shared.project.admin.from('workspace_members').update({ joined_at: '2026-01-01' }).eq('board', board).eq('person', people.ann.id).throwOnError();
    const [one, other] = [await shared.adminSession(), await shared.adminSession()];
    await one.run('begin');
    await one.run(DELETE, people[first].id);
    const late = other.run(DELETE, people[second].id);
    await shared.untilWaiting(other);
    await one.commit();
    await late;
    expect(await roles()).toEqual({ bob: 'owner' });
  });

  test('people whose boards pass to each other can delete their accounts at once', async () => {
    // Deletions lock the profiles of other members in the order of their ids, and both wait for the first one here.
    const [witness, one, other] = Object.values(people).sort((a, b) => (a.id < b.id ? -1 : 1));
    if (!witness || !one || !other) throw new Error('unreachable: there are four people');
    for (const [owner, member] of [[one, other], [other, one]] as const) {
      const { data } = await owner.client.from('workspace_boards').insert({ name: 'Shared' }).select('id').single().throwOnError();
      await shared.project.admin.from('workspace_members').insert([witness, member].map(({ id }) => ({ board: data.id, person: id }))).throwOnError();
    }
    const [holder, first, second] = [await shared.adminSession(), await shared.adminSession(), await shared.adminSession()];
    await holder.run('begin');
    await holder.run('select from account_profiles where person = $1 for update', witness.id);
    const early = first.run(DELETE, one.id);
    await shared.untilWaiting(first);
    const late = second.run(DELETE, other.id);
    await shared.untilWaiting(second);
    await holder.commit();
    await Promise.all([early, late]);
    const { data } = await shared.project.admin.from('workspace_boards').select('owner').eq('name', 'Shared').throwOnError();
    expect(data).toEqual([{ owner: witness.id }, { owner: witness.id }]);
  });
});
