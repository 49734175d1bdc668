import { describe, expect, it } from '@jest/globals';
import type { Received } from './backend.ts';
import { subscribeToChanges, notesForAll } from './changes-backend.ts';
import type { ChangePayload } from './changes-backend.ts';

const here = notesForAll();

describe('changes of tables', () => {
  it('come in the form of a hosted project', async () => {
    const received = await subscribeToChanges(here.anna.client);

    await here.anna.client.from('notes').insert({ id: 1, person: here.anna.id, text: 'a', secret: 'x', rank: 1.5 }).throwOnError();
    // Rights are those to the row as it is when the change is delivered, so each is awaited before the next.
    await received.count(1);
    await here.anna.client.from('notes').update({ text: 'b' }).eq('id', 1).throwOnError();
    await received.count(2);
    await here.anna.client.from('notes').delete().eq('id', 1).throwOnError();

    const [inserted, updated, deleted] = await received.count(3);
    const row = { id: 1, board: null, person: here.anna.id, text: 'a', rank: 1.5, done: false, made_at: '2026-01-01T08:00:00+00:00' };
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
    // Row-level security cannot be evaluated for a deleted row.
    expect(deleted).toMatchObject({ eventType: 'DELETE', new: {}, old: { id: 1 } });
    expect(Object.keys(updated?.old ?? {})).toEqual(['id']);
    expect(Object.keys(deleted?.old ?? {})).toEqual(['id']);
  });

  it('all arrive, even when one request makes more of them than one read of the queue returns', async () => {
    const everything = await subscribeToChanges(here.admin);
    const rows = Array.from({ length: 510 }, (_, index) => ({ id: index + 1, person: here.anna.id }));
    await here.admin.from('notes').insert(rows).throwOnError();
    const received = await everything.count(rows.length);
    expect(received.map(({ new: row }) => row['id'])).toEqual(rows.map(({ id }) => id));
  });

  it('arrive behind more changes of a dropped table than one read of the queue returns', async () => {
    const received = await subscribeToChanges(here.admin, { table: 'boards' });
    await here.admin.rpc('drop_with_changes', { count: 510 }).throwOnError();
    expect(await received.count(1)).toMatchObject([{ eventType: 'INSERT', new: { id: 1 } }]);
  });

  it('reach only clients that row-level security lets select the new row', async () => {
    const [annaReceived, benReceived, visitor] = [await subscribeToChanges(here.anna.client), await subscribeToChanges(here.ben.client), await subscribeToChanges(here.realtime.visitor())];
    const everything = await subscribeToChanges(here.admin);

    await here.admin.from('notes').insert({ id: 1, person: here.anna.id, text: 'for Anna' }).throwOnError();
    // Rights are those to the row as it is when the change is delivered.
    await annaReceived.count(1);
    await here.admin.from('notes').update({ person: here.ben.id }).eq('id', 1).throwOnError();
    await here.addLast(benReceived, here.ben);
    await here.admin.from('notes').insert({ id: 1000, person: here.anna.id }).throwOnError();
    await annaReceived.until(({ new: row }) => 'id' in row && row['id'] === 1000);
    await everything.count(4);

    const changesIn = (received: Received<ChangePayload>): unknown[][] => received.items.map(({ eventType, new: row }) => [eventType, (row)['id'], (row)['text']]);
    expect(changesIn(annaReceived)).toEqual([
      ['INSERT', 1, 'for Anna'],
      ['INSERT', 1000, null],
    ]);
    expect(changesIn(benReceived)).toEqual([
      ['UPDATE', 1, 'for Anna'],
      ['INSERT', 999, null],
    ]);
    expect(changesIn(everything)).toHaveLength(4);
    // As on a hosted project, a user without column rights learns that a change happened, but not which.
    for (const { errors, new: row, old } of visitor.items) expect([errors, row, old]).toEqual([['Error 401: Unauthorized'], {}, {}]);
  });

  it('stop with the next change for a user whose rights were revoked', async () => {
    const [annaReceived, benReceived] = [await subscribeToChanges(here.anna.client), await subscribeToChanges(here.ben.client)];
    await here.admin.from('notes').insert({ id: 1, person: here.anna.id }).throwOnError();
    await annaReceived.count(1);

    await here.admin.from('notes').update({ person: here.ben.id, text: 'moved' }).eq('id', 1).throwOnError();
    await benReceived.count(1);
    await here.addLast(annaReceived, here.anna);

    expect(annaReceived.items.map(({ eventType }) => eventType)).toEqual(['INSERT', 'INSERT']);
  });

  it('include the old row if the replica identity is full', async () => {
    const received = await subscribeToChanges(here.realtime.visitor(), { table: 'full_notes' });
    await here.admin.from('full_notes').insert({ id: 1, text: 'before' }).throwOnError();

    await here.admin.from('full_notes').update({ text: 'after' }).eq('id', 1).throwOnError();

    const [, updated] = await received.count(2);
    expect([updated?.old, updated?.new]).toEqual([
      { id: 1, board: null, text: 'before' },
      { id: 1, board: null, text: 'after' },
    ]);
  });

  it('include the requested columns and the key', async () => {
    const received = await subscribeToChanges(here.anna.client, { select: ['text'] });

    await here.admin.from('notes').insert({ id: 1, person: here.anna.id, text: 'a' }).throwOnError();

    expect((await received.count(1))[0]?.new).toEqual({ id: 1, text: 'a' });
  });

  it('come from functions and cascades too, in order, but not from rolled-back changes', async () => {
    const received = await subscribeToChanges(here.anna.client);
    const boards = await subscribeToChanges(here.admin, { table: '*' });

    expect((await here.anna.client.rpc('add_and_fail', { person: here.anna.id })).error?.message).toBe('no');
    await here.anna.client.rpc('add_two', { person: here.anna.id }).throwOnError();
    await here.admin.from('boards').insert({ id: 7, name: 'b' }).throwOnError();
    await here.admin.from('notes').update({ board: 7 }).eq('id', 102).throwOnError();
    // She may select the row only until it is deleted.
    await received.count(3);
    await here.admin.from('boards').delete().eq('id', 7).throwOnError();
    await boards.count(6);
    await received.count(4);

    expect(received.items.map(({ eventType, new: row, old }) => [eventType, (row)['id'] ?? (old)['id']])).toEqual([
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

  it('of a table without a key only report that it has none', async () => {
    const received = await subscribeToChanges(here.realtime.visitor(), { table: 'keyless' });

    await here.admin.from('keyless').insert({ text: 'a' }).throwOnError();

    const [change] = await received.count(1);
    expect([change?.errors, change?.new]).toEqual([['Error 400: Bad Request, no primary key'], {}]);
  });

  it('of a large row include only the small values', async () => {
    const received = await subscribeToChanges(here.anna.client);

    await here.admin.rpc('add_large', { person: here.anna.id }).throwOnError();

    const [change] = await received.count(1);
    expect(change?.errors).toEqual(['Error 413: Payload Too Large']);
    expect(change?.new).toMatchObject({ id: 1 });
    expect(change?.new).not.toHaveProperty('text');
  });
});
