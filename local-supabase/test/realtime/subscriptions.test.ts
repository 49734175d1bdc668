import { describe, expect, it } from '@jest/globals';
import { joined, listening, systemMessages } from './backend.ts';
import { changes, subscribeToChanges, notesForAll } from './changes-backend.ts';
import type { Wanted } from './changes-backend.ts';

const here = notesForAll();

describe('subscriptions to changes of tables', () => {
  it('are chosen by event and filter', async () => {
    const received = {
      inserts: await subscribeToChanges(here.admin, { event: 'INSERT' }),
      eq: await subscribeToChanges(here.admin, { filter: 'text=eq.b' }),
      neq: await subscribeToChanges(here.admin, { filter: 'text=neq.b' }),
      lt: await subscribeToChanges(here.admin, { filter: 'rank=lt.2' }),
      lte: await subscribeToChanges(here.admin, { filter: 'rank=lte.2' }),
      gt: await subscribeToChanges(here.admin, { filter: 'rank=gt.10' }),
      gte: await subscribeToChanges(here.admin, { filter: 'rank=gte.2' }),
      in: await subscribeToChanges(here.admin, { filter: 'text=in.(a,"c,d")' }),
      two: await subscribeToChanges(here.admin, { filter: 'rank=gt.1,text=like.b%' }),
      not: await subscribeToChanges(here.admin, { filter: 'done=not.is.true' }),
    };

    await here.admin
      .from('notes')
      .insert([
        { id: 1, person: here.anna.id, text: 'a', rank: 1 },
        { id: 2, person: here.anna.id, text: 'b', rank: 2 },
        { id: 3, person: here.anna.id, text: 'c,d', rank: 11, done: true },
      ], { defaultToNull: false })
      .throwOnError();
    // A change that matches every filter marks the end: each subscription gets only its own before.
    const last = { id: 998, person: here.anna.id };
    await here.admin.from('notes').insert({ ...last, text: 'b', rank: 1.5 }).throwOnError();
    await here.admin.from('notes').insert({ ...last, id: 999, text: 'a', rank: 20 }).throwOnError();
    await Promise.all(Object.values(received).map((each) => each.until(({ new: row }) => 'id' in row && Number(row['id']) >= 998)));
    await received.inserts.count(5);

    const ids = Object.fromEntries(Object.entries(received).map(([name, { items }]) => [name, items.map(({ new: row }) => (row)['id']).filter((id) => Number(id) < 900)]));
    expect(ids).toEqual({ inserts: [1, 2, 3], eq: [2], neq: [1, 3], lt: [1], lte: [1, 2], gt: [3], gte: [2, 3], in: [1, 3], two: [2], not: [1, 2] });
  });

  it('match filters on deleted rows by the replica identity only, as on a hosted project', async () => {
    const byKey = await subscribeToChanges(here.admin, { event: 'DELETE', filter: 'id=eq.2' });
    const byOther = await subscribeToChanges(here.admin, { event: 'DELETE', filter: 'text=eq.b' });
    const full = await subscribeToChanges(here.realtime.visitor(), { event: 'DELETE', table: 'full_notes', filter: 'text=eq.b' });
    await here.admin.from('notes').insert([1, 2].map((id) => ({ id, person: here.anna.id, text: 'b' }))).throwOnError();
    await here.admin.from('full_notes').insert([{ id: 1, text: 'a' }, { id: 2, text: 'b' }]).throwOnError();

    await here.admin.from('notes').delete().in('id', [1, 2]).throwOnError();
    await here.admin.from('full_notes').delete().in('id', [1, 2]).throwOnError();

    expect((await full.count(1)).map(({ old }) => old)).toEqual([{ id: 2, board: null, text: 'b' }]);
    expect((await byKey.count(1)).map(({ old }) => old)).toEqual([{ id: 2 }]);
    expect(byOther.items).toEqual([]);
  });

  it('follow the publication', async () => {
    const [refused] = changes(here.admin, { table: 'unpublished' });
    await expect(listening(refused)).rejects.toThrow(/Please check Realtime is enabled/);

    await here.admin.rpc('publish', { also: true }).throwOnError();
    const received = await subscribeToChanges(here.admin, { table: 'unpublished' });
    await here.admin.from('unpublished').insert({ id: 1 }).throwOnError();
    await received.count(1);
    await here.admin.rpc('publish', { also: false }).throwOnError();
    await here.admin.from('unpublished').insert({ id: 2 }).throwOnError();
    await here.addLast(await subscribeToChanges(here.admin), here.anna);

    expect(received.items.map(({ new: row }) => row)).toEqual([{ id: 1 }]);
  });

  it.each([
    [{ filter: 'nothing=eq.1' }, /invalid column for filter nothing/],
    [{ filter: 'secret=eq.1' }, /invalid column for filter secret/],
    [{ filter: 'id=eq.one' }, /invalid input syntax for type integer/],
    [{ filter: 'made_at=match.2026' }, /invalid input syntax for type timestamp/],
    [{ filter: 'text=is.true' }, /requires a boolean column/],
    [{ filter: 'text=match.(' }, /invalid regular expression/],
    [{ filter: `id=in.(${Array.from({ length: 101 }, (_item, index) => index).join(',')})` }, /too many values for `in` filter/],
    [{ filter: 'id=in.1' }, /must be wrapped by parentheses/],
    [{ filter: 'id=foo.1' }, /Error parsing `filter` params/],
    [{ filter: 'undefined' }, /Error parsing `filter` params/],
    [{ filter: "id=eq.1'); drop table public.notes; --" }, /invalid input syntax for type integer/],
    [{ select: ['secret'] }, /invalid column for select secret/],
    [{ table: '*', select: ['id'] }, /Column selection is not supported for wildcard/],
    [{ table: 'missing' }, /Please check Realtime is enabled/],
    [{ schema: 'auth', table: 'users' }, /Please check Realtime is enabled/],
  ] as [Wanted, RegExp][])('are refused for %j, with the reason', async (wanted, reason) => {
    const [channel] = changes(here.anna.client, wanted);
    await expect(listening(channel)).rejects.toThrow(reason);
  });

  it('are separate for several subscriptions of one channel', async () => {
    const channel = here.anna.client.channel('several');
    const [, done] = changes(here.anna.client, { filter: 'done=eq.true' }, channel);
    const [, open] = changes(here.anna.client, { filter: 'done=eq.false' }, channel);
    await listening(channel);

    await here.admin.from('notes').insert([{ id: 1, person: here.anna.id, done: true }, { id: 2, person: here.anna.id }], { defaultToNull: false }).throwOnError();
    await Promise.all([done.count(1), open.count(1)]);

    expect([done, open].map(({ items }) => items.map(({ new: row }) => (row)['id']))).toEqual([[1], [2]]);
  });

  it('start before the reply to the join if the client waits for them', async () => {
    const channel = here.anna.client.channel('waits', { config: { postgres_changes_options: { wait: true } } });
    const [, received] = changes(here.anna.client, {}, channel);
    const fromSystem = systemMessages(channel);
    await joined(channel);

    await here.admin.from('notes').insert({ id: 1, person: here.anna.id }).throwOnError();

    await received.count(1);
    expect(fromSystem.items[0]).toMatchObject({ status: 'ok', message: 'Subscribed to PostgreSQL' });
  });
});
