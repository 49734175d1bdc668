import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ROOT } from '../../../scripts/site-parts.ts';
import { CURIOUS_DEEDS, OWN_DEEDS, readFile } from './deeds.ts';
import { Ledger } from './ledger.ts';
import { Visitor } from './visitor.ts';
import { Project } from '../project.ts';

/** Guests who were shown out again before the storm ends; the soak asks for more. */
const FAREWELLS = process.env['ATRIUM_SOAK'] === undefined ? 8 : 60;
/** Everything that people receive of a board; the storm goes on until each was received. */
const WAYS = ['rows', 'changes', 'searches', 'files', 'signed addresses', 'presence', 'broadcasts', 'exports'];
const OWNERS = 3;
/** How many are let in and shown out again; the others are never on any board but their own. */
const GUESTS = 4;

/** How many guests an owner invites; the others are let in by the secret key, because a person can invite 20 people an hour. */
const INVITATIONS = 15;

let project: Project;
beforeAll(async () => {
  const folder = path.join(ROOT, 'supabase');
  project = await Project.start(`--functions=${path.join(folder, 'functions')}`, `--config=${path.join(folder, 'config.toml')}`, '--no-confirm-email');
});
afterAll(() => project.stop());

/** A random one of a list. */
function any<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)];
}

test('under concurrent use, only the current members of a board receive its content', async () => {
  const ledger = new Ledger();
  const visitors: Visitor[] = [];
  for (const name of ['Ada', 'Berta', 'Cleo', 'Dora', 'Emil', 'Fritz', 'Gina', 'Hugo']) visitors.push(new Visitor(await project.register(name), ledger));
  await Promise.all(visitors.map((visitor) => visitor.listenToChanges()));

  const owners = visitors.slice(0, OWNERS);
  const guests = visitors.slice(OWNERS, OWNERS + GUESTS);
  const boards: { readonly id: string; readonly owner: Visitor }[] = [];
  for (const owner of owners) {
    const id = crypto.randomUUID();
    ledger.mayJoin(owner.person.id, id);
    const { error } = await owner.person.client.from('workspace_boards').insert({ id, name: ledger.mark(id) });
    expect(error).toBeNull();
    await owner.enter(id);
    boards.push({ id, owner });
  }

  let farewells = 0;
  const goesOn = (): boolean => farewells < FAREWELLS || WAYS.some((way) => (ledger.received.get(way) ?? 0) === 0);
  /** Paths of files that people learnt while they were on a board: they may know them, and must not get further with them. */
  const knownPaths: string[] = [];

  /** The owner lets somebody in by an invitation, and after a while shows them out again. */
  async function manageGuests({ id: board, owner }: (typeof boards)[number]): Promise<void> {
    for (let rounds = 1; goesOn(); rounds += 1) {
      const guest = any(guests);
      if (!guest) return;
      ledger.mayJoin(guest.person.id, board);
      if (rounds <= INVITATIONS) {
        const invited = await owner.person.client.from('workspace_invitations').insert({ board, email: guest.person.email });
        expect(invited.error).toBeNull();
        expect((await guest.person.client.rpc('workspace_accept_invitation', { board })).error).toBeNull();
      } else {
        expect((await project.admin.from('workspace_members').insert({ board, person: guest.person.id })).error).toBeNull();
      }
      await guest.enter(board);
      for (let deeds = 0; deeds < 10; deeds += 1) await any(Object.values(OWN_DEEDS))?.(guest, board);
      const { data: learnt } = await guest.person.client.from('workspace_attachments').select('path').eq('board', board).limit(3);
      knownPaths.push(...(learnt ?? []).map((file) => file.path));
      const removed = await owner.person.client.from('workspace_members').delete().eq('board', board).eq('person', guest.person.id).select();
      expect(removed.data).toHaveLength(1);
      // A channel stays open to who was let in until its token is renewed, as on a hosted project: the page leaves it.
      await guest.leave(board);
      ledger.hasLeft(guest.person.id, board);
      farewells += 1;
    }
  }

  async function work(visitor: Visitor): Promise<void> {
    while (goesOn()) {
      const own = any(visitor.boards);
      if (own !== undefined && visitor === boards.find(({ id }) => id === own)?.owner) await any(Object.values(OWN_DEEDS))?.(visitor, own);
      const board = any(boards);
      if (board) await any(Object.values(CURIOUS_DEEDS))?.(visitor, board.id);
      if (board && !guests.includes(visitor) && board.owner !== visitor) expect(await visitor.intrude(board.id)).toBe(false);
      const known = any(knownPaths);
      if (known !== undefined) await readFile(visitor, known);
    }
  }

  await Promise.all([...boards.map(manageGuests), ...visitors.map(work)]);

  // A few say enough of thousands.
  expect(ledger.leaks.slice(0, 5)).toEqual([]);
});
