import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SupabaseClient } from '@supabase/supabase-js';
import { changes, hearing, sql } from './changes-of-notes.ts';
import type { ChangePayload, Row, Wanted } from './changes-of-notes.ts';
import { RealtimeBackend, joined, listening, systemMessages } from './realtime-backend.ts';
import type { Heard, Person } from './realtime-backend.ts';

let realtime: RealtimeBackend;
let admin: SupabaseClient;
let anna: Person;
let ben: Person;

beforeAll(async () => {
  realtime = await RealtimeBackend.start(sql);
  admin = realtime.admin();
  [anna, ben] = [await realtime.person('anna'), await realtime.person('ben')];
});
afterAll(() => realtime.stop());
beforeEach(async () => {
  for (const table of ['notes', 'full_notes', 'boards', 'unpublished']) await admin.from(table).delete().gte('id', 0).throwOnError();
});

/** A note that must be heard after everything that came before. */
async function addLast(heard: Heard<ChangePayload>, person: Person, row: Row = {}): Promise<void> {
  await admin.from('notes').insert({ id: 999, person: person.id, ...row }).throwOnError();
  await heard.until(({ eventType, new: row_ }) => eventType === 'INSERT' && row_['id'] === 999);
}

describe('changes of tables', () => {
  it('come in the form of a hosted project', async () => {
    const heard = await hearing(anna.client);

    await anna.client.from('notes').insert({ id: 1, person: anna.id, text: 'a', secret: 'x', rank: 1.5 }).throwOnError();
    await anna.client.from('notes').update({ text: 'b' }).eq('id', 1).throwOnError();
    await anna.client.from('notes').delete().eq('id', 1).throwOnError();

    const [inserted, updated, deleted] = await heard.count(3);
    const row = { id: 1, board: null, person: anna.id, text: 'a', rank: 1.5, done: false, made_at: '2026-01-01T08:00:00+00:00' };
    expect(inserted).toEqual({
      schema: 'public',
      table: 'notes',
      commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
      eventType: 'INSERT',
      new: row,
      old: {},
      errors: null,
    });
    expect(updated).toMatchObject({ eventType: 'UPDATE', new: { ...row, text: 'b' }, old: { id: 1 } });
    // Row-level security cannot be asked about a row that is gone.
    expect(deleted).toMatchObject({ eventType: 'DELETE', new: {}, old: { id: 1 } });
    expect(Object.keys(updated?.old ?? {})).toEqual(['id']);
    expect(Object.keys(deleted?.old ?? {})).toEqual(['id']);
  });

  it('reach only whom row-level security lets select the new row', async () => {
    const [annaHeard, benHeard, anybody] = [await hearing(anna.client), await hearing(ben.client), await hearing(realtime.visitor())];
    const everything = await hearing(admin);

    await admin.from('notes').insert({ id: 1, person: anna.id, text: 'for Anna' }).throwOnError();
    await admin.from('notes').update({ person: ben.id }).eq('id', 1).throwOnError();
    await addLast(benHeard, ben);
    await admin.from('notes').insert({ id: 1000, person: anna.id }).throwOnError();
    await annaHeard.until(({ new: row }) => 'id' in row && row['id'] === 1000);
    await everything.count(4);

    const told = (heard: Heard<ChangePayload>): unknown[][] => heard.items.map(({ eventType, new: row }) => [eventType, (row)['id'], (row)['text']]);
    // Anna's note was given away before or after it was looked at: she may have heard of it, of Ben's she has not.
    expect(told(annaHeard).filter(([event]) => event !== 'INSERT')).toEqual([]);
    expect(told(annaHeard)).not.toContainEqual(['INSERT', 999, null]);
    expect(told(benHeard)).toEqual([
      ['UPDATE', 1, 'for Anna'],
      ['INSERT', 999, null],
    ]);
    expect(told(everything)).toHaveLength(4);
    // Somebody who may read nothing of the table learns that something happened, and nothing of what, as hosted.
    for (const { errors, new: row, old } of anybody.items) expect([errors, row, old]).toEqual([['Error 401: Unauthorized'], {}, {}]);
  });

  it('end for somebody whose rights are taken away, from the next change on', async () => {
    const [annaHeard, benHeard] = [await hearing(anna.client), await hearing(ben.client)];
    await admin.from('notes').insert({ id: 1, person: anna.id }).throwOnError();
    await annaHeard.count(1);

    await admin.from('notes').update({ person: ben.id, text: 'moved' }).eq('id', 1).throwOnError();
    await benHeard.count(1);
    await addLast(annaHeard, anna);

    expect(annaHeard.items.map(({ eventType }) => eventType)).toEqual(['INSERT', 'INSERT']);
  });

  it('are chosen by event and filter', async () => {
    const heard = {
      inserts: await hearing(admin, { event: 'INSERT' }),
      eq: await hearing(admin, { filter: 'text=eq.b' }),
      neq: await hearing(admin, { filter: 'text=neq.b' }),
      lt: await hearing(admin, { filter: 'rank=lt.2' }),
      lte: await hearing(admin, { filter: 'rank=lte.2' }),
      gt: await hearing(admin, { filter: 'rank=gt.10' }),
      gte: await hearing(admin, { filter: 'rank=gte.2' }),
      in: await hearing(admin, { filter: 'text=in.(a,"c,d")' }),
      two: await hearing(admin, { filter: 'rank=gt.1,text=like.b%' }),
      not: await hearing(admin, { filter: 'done=not.is.true' }),
    };

    await admin
      .from('notes')
      .insert([
        { id: 1, person: anna.id, text: 'a', rank: 1 },
        { id: 2, person: anna.id, text: 'b', rank: 2 },
        { id: 3, person: anna.id, text: 'c,d', rank: 11, done: true },
      ])
      .throwOnError();
    // One that every filter lets pass would be the next one: each gets the one that suits it.
    const last = { id: 998, person: anna.id };
    await admin.from('notes').insert({ ...last, text: 'b', rank: 1.5 }).throwOnError();
    await admin.from('notes').insert({ ...last, id: 999, text: 'a', rank: 20 }).throwOnError();
    await Promise.all(Object.values(heard).map((each) => each.until(({ new: row }) => 'id' in row && Number(row['id']) >= 998)));
    await heard.inserts.count(5);

    const ids = Object.fromEntries(Object.entries(heard).map(([name, { items }]) => [name, items.map(({ new: row }) => (row)['id']).filter((id) => Number(id) < 900)]));
    expect(ids).toEqual({ inserts: [1, 2, 3], eq: [2], neq: [1, 3], lt: [1], lte: [1, 2], gt: [3], gte: [2, 3], in: [1, 3], two: [2], not: [1, 2] });
  });

  it('of deleted rows pass a filter by the replica identity only, as hosted', async () => {
    const byKey = await hearing(admin, { event: 'DELETE', filter: 'id=eq.2' });
    const byOther = await hearing(admin, { event: 'DELETE', filter: 'text=eq.b' });
    const full = await hearing(realtime.visitor(), { event: 'DELETE', table: 'full_notes', filter: 'text=eq.b' });
    await admin.from('notes').insert([1, 2].map((id) => ({ id, person: anna.id, text: 'b' }))).throwOnError();
    await admin.from('full_notes').insert([{ id: 1, text: 'a' }, { id: 2, text: 'b' }]).throwOnError();

    await admin.from('notes').delete().in('id', [1, 2]).throwOnError();
    await admin.from('full_notes').delete().in('id', [1, 2]).throwOnError();

    expect((await full.count(1)).map(({ old }) => old)).toEqual([{ id: 2, board: null, text: 'b' }]);
    expect((await byKey.count(1)).map(({ old }) => old)).toEqual([{ id: 2 }]);
    expect(byOther.items).toEqual([]);
  });

  it('tell the old row where the replica identity is full', async () => {
    const heard = await hearing(realtime.visitor(), { table: 'full_notes' });
    await admin.from('full_notes').insert({ id: 1, text: 'before' }).throwOnError();

    await admin.from('full_notes').update({ text: 'after' }).eq('id', 1).throwOnError();

    const [, updated] = await heard.count(2);
    expect([updated?.old, updated?.new]).toEqual([
      { id: 1, board: null, text: 'before' },
      { id: 1, board: null, text: 'after' },
    ]);
  });

  it('tell the columns that were asked for, and the key', async () => {
    const heard = await hearing(anna.client, { select: ['text'] });

    await admin.from('notes').insert({ id: 1, person: anna.id, text: 'a' }).throwOnError();

    expect((await heard.count(1))[0]?.new).toEqual({ id: 1, text: 'a' });
  });

  it('come from functions and cascades too, in order, and not from what was undone', async () => {
    const heard = await hearing(anna.client);
    const boards = await hearing(admin, { table: '*' });

    expect((await anna.client.rpc('add_and_fail', { person: anna.id })).error?.message).toBe('no');
    await anna.client.rpc('add_two', { person: anna.id }).throwOnError();
    await admin.from('boards').insert({ id: 7, name: 'b' }).throwOnError();
    await admin.from('notes').update({ board: 7 }).eq('id', 102).throwOnError();
    await admin.from('boards').delete().eq('id', 7).throwOnError();
    await boards.count(6);
    await heard.count(4);

    expect(heard.items.map(({ eventType, new: row, old }) => [eventType, (row)['id'] ?? (old)['id']])).toEqual([
      ['INSERT', 101],
      ['INSERT', 102],
      ['UPDATE', 102],
      ['DELETE', 102],
    ]);
    expect(boards.items.slice(-2).map(({ eventType, table }) => [eventType, table])).toEqual([
      ['DELETE', 'boards'],
      ['DELETE', 'notes'],
    ]);
  });

  it('follow the publication', async () => {
    const [refused] = changes(admin, { table: 'unpublished' });
    await expect(listening(refused)).rejects.toThrow(/Please check Realtime is enabled/);

    await admin.rpc('publish', { also: true }).throwOnError();
    const heard = await hearing(admin, { table: 'unpublished' });
    await admin.from('unpublished').insert({ id: 1 }).throwOnError();
    await heard.count(1);
    await admin.rpc('publish', { also: false }).throwOnError();
    await admin.from('unpublished').insert({ id: 2 }).throwOnError();
    await addLast(await hearing(admin), anna);

    expect(heard.items.map(({ new: row }) => row)).toEqual([{ id: 1 }]);
  });

  it('of a table without a key tell only that there is none', async () => {
    const heard = await hearing(realtime.visitor(), { table: 'keyless' });

    await admin.from('keyless').insert({ text: 'a' }).throwOnError();

    const [change] = await heard.count(1);
    expect([change?.errors, change?.new]).toEqual([['Error 400: Bad Request, no primary key'], {}]);
  });

  it('of a large row tell the small values', async () => {
    const heard = await hearing(anna.client);

    await admin.rpc('add_large', { person: anna.id }).throwOnError();

    const [change] = await heard.count(1);
    expect(change?.errors).toEqual(['Error 413: Payload Too Large']);
    expect(change?.new).toMatchObject({ id: 1 });
    expect(change?.new).not.toHaveProperty('text');
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
    const [channel] = changes(anna.client, wanted);
    await expect(listening(channel)).rejects.toThrow(reason);
  });

  it('come to several subscriptions of one channel, each to its own', async () => {
    const channel = anna.client.channel('several');
    const [, done] = changes(anna.client, { filter: 'done=eq.true' }, channel);
    const [, open] = changes(anna.client, { filter: 'done=eq.false' }, channel);
    await listening(channel);

    await admin.from('notes').insert([{ id: 1, person: anna.id, done: true }, { id: 2, person: anna.id }]).throwOnError();
    await Promise.all([done.count(1), open.count(1)]);

    expect([done, open].map(({ items }) => items.map(({ new: row }) => (row)['id']))).toEqual([[1], [2]]);
  });

  it('are subscribed to before the join is answered, where the client waits for it', async () => {
    const channel = anna.client.channel('waits', { config: { postgres_changes_options: { wait: true } } });
    const [, heard] = changes(anna.client, {}, channel);
    const told = systemMessages(channel);
    await joined(channel);

    await admin.from('notes').insert({ id: 1, person: anna.id }).throwOnError();

    await heard.count(1);
    expect(told.items[0]).toMatchObject({ status: 'ok', message: 'Subscribed to PostgreSQL' });
  });
});
