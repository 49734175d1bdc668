import type { SupabaseClient } from '../../src/contract/auth.ts';
import * as v from 'valibot';
import { newUser, type BackendWorld, visitForEach } from './world.ts';

/** The fields of a query's result. */
function outcome({ status, error, data }: { readonly status: number; readonly error: { readonly code: string } | null; readonly data: unknown }) {
  return { status, code: error?.code ?? null, data };
}

const time = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/));

/** A row in the service's format, with times as Postgres writes them. */
const noteSchema = v.strictObject({ id: v.pipe(v.string(), v.uuid()), owner: v.string(), title: v.string(), body: v.string(), created_at: time, updated_at: time });
const COLUMNS = 'id, owner, title, body, created_at, updated_at';

/** Queries of supabase-js for the table `contract_notes` (`auth-core/test/support/migrations`). */
export function describeTables(openWorld: () => BackendWorld): void {
  const here = visitForEach(openWorld);
  let client: SupabaseClient;
  const notes = () => client.from('contract_notes');
  const titles = ({ data }: { readonly data: readonly { readonly title: unknown }[] | null }) => data?.map(({ title }) => title);

  beforeEach(async () => {
    client = await here.tab.auth.getSupabase();
    await here.tab.auth.getAuth().register(newUser());
  });

  it('inserts a row with its defaults', async () => {
    const response = await notes().insert({ title: 'Ink' }).select(COLUMNS).single();
    expect(response.status).toBe(201);
    expect(v.parse(noteSchema, response.data)).toMatchObject({ owner: here.tab.auth.getAuth().user?.id, title: 'Ink', body: '' });
    expect(outcome(await notes().insert({ title: 'Pens' }))).toEqual({ status: 201, code: null, data: null });
  });

  it('updates and deletes matching rows, and returns them', async () => {
    const before = v.parse(noteSchema, (await notes().insert({ title: 'Ink' }).select(COLUMNS).single()).data);
    const changed = await notes().update({ body: 'blue' }).eq('id', before.id).eq('updated_at', before.updated_at).select(COLUMNS).single();
    const after = v.parse(noteSchema, changed.data);
    expect(after).toEqual({ ...before, body: 'blue', updated_at: after.updated_at });
    expect(after.updated_at).not.toBe(before.updated_at);
    expect(outcome(await notes().update({ body: 'red' }).eq('updated_at', before.updated_at).select())).toEqual({ status: 200, code: null, data: [] });
    expect(outcome(await notes().delete().eq('title', 'Ink'))).toEqual({ status: 204, code: null, data: null });
    expect(outcome(await notes().select())).toEqual({ status: 200, code: null, data: [] });
  });

  it('filters, orders and pages', async () => {
    await notes().insert(['Ink', 'Paper', 'Pencils, red', 'Pens'].map((title, index) => ({ title, created_at: `2026-03-0${String(index + 1)}T12:00:00Z` })));
    expect(titles(await notes().select('title').order('title', { ascending: false }))).toEqual(['Pens', 'Pencils, red', 'Paper', 'Ink']);
    expect(titles(await notes().select('title').gte('created_at', '2026-03-02T13:00:00+01:00').order('created_at'))).toEqual(['Paper', 'Pencils, red', 'Pens']);
    expect(titles(await notes().select('title').in('title', ['Ink', 'Pencils, red']).order('title'))).toEqual(['Ink', 'Pencils, red']);
    expect(titles(await notes().select('title').not('title', 'in', '(Ink,Pens)').order('title'))).toEqual(['Paper', 'Pencils, red']);
    expect(titles(await notes().select('title').or('title.eq.Ink,title.like.Pap*').order('title'))).toEqual(['Ink', 'Paper']);
    expect(titles(await notes().select('title').ilike('title', 'PE%').neq('title', 'Pens'))).toEqual(['Pencils, red']);
    const page = await notes().select('title', { count: 'exact' }).order('title').range(1, 2);
    expect([titles(page), page.count]).toEqual([['Paper', 'Pencils, red'], 4]);
    expect((await notes().select('*', { count: 'exact', head: true }).lt('created_at', '2026-03-03')).count).toBe(2);
    expect((await notes().select('name:title').limit(1).order('title')).data).toEqual([{ name: 'Ink' }]);
  });

  it('refuses a second row with the same key', async () => {
    const id = crypto.randomUUID();
    await notes().insert({ id, title: 'Ink' });
    expect(outcome(await notes().insert({ id, title: 'Pens' }))).toMatchObject({ status: 409, code: '23505' });
    expect(titles(await notes().select('title'))).toEqual(['Ink']);
  });

  it('refuses with the error codes of PostgREST', async () => {
    expect(outcome(await client.from('nowhere').select())).toMatchObject({ status: 404, code: 'PGRST205' });
    expect(outcome(await notes().select('nothing'))).toMatchObject({ status: 400, code: '42703' });
    expect(outcome(await notes().select().eq('title', 'none').single())).toMatchObject({ status: 406, code: 'PGRST116' });
    expect(outcome(await notes().select().eq('title', 'none').maybeSingle())).toEqual({ status: 200, code: null, data: null });
    expect(outcome(await notes().insert({ body: 'without a title' }))).toMatchObject({ status: 400, code: '23502' });
    expect(outcome(await notes().insert({ title: 'x'.repeat(201) }))).toMatchObject({ status: 400, code: '23514' });
    expect(outcome(await client.rpc('nothing_of_this_name'))).toMatchObject({ status: 404, code: 'PGRST202' });
  });

  it('refuses changes of all rows', async () => {
    await notes().insert({ title: 'Ink' });
    expect(outcome(await notes().delete())).toMatchObject({ status: 400, code: '21000' });
    expect(outcome(await notes().update({ body: 'blue' }))).toMatchObject({ status: 400, code: '21000' });
    expect((await notes().select('title, body')).data).toEqual([{ title: 'Ink', body: '' }]);
  });

  it.each([
    ['filter', () => notes().select().neq('titel', 'Ink')],
    ['filter within "or"', () => notes().select().or('title.eq.Ink,deleted_at.is.null')],
    ['filter of a change', () => notes().update({ body: 'blue' }).eq('ownr', crypto.randomUUID())],
    ['order', () => notes().select().order('creatd_at')],
  ])('refuses a column that the table lacks in a %s', async (_, query) => {
    expect(outcome(await query())).toMatchObject({ status: 400, code: '42703' });
  });

  it('inserts several rows with null in the columns that only other rows name, or with the defaults on request', async () => {
    const rows = [{ title: 'Ink', body: 'blue' }, { title: 'Pens' }];
    expect(outcome(await notes().insert(rows))).toMatchObject({ status: 400, code: '23502' });
    expect(outcome(await notes().insert(rows, { defaultToNull: false }))).toMatchObject({ status: 201 });
    expect((await notes().select('body').order('title')).data).toEqual([{ body: 'blue' }, { body: '' }]);
  });

  it('undoes a change whose result is not the single row that was asked for', async () => {
    await notes().insert([{ title: 'Ink' }, { title: 'Pens' }]);
    expect(outcome(await notes().update({ body: 'blue' }).neq('title', '').select().single())).toMatchObject({ status: 406, code: 'PGRST116' });
    expect((await notes().select('body')).data).toEqual([{ body: '' }, { body: '' }]);
  });

  it('refuses a page behind the last row, and reads at most a thousand rows', async () => {
    await notes().insert(Array.from({ length: 1001 }, (_, index) => ({ title: String(index) })));
    expect(outcome(await notes().select('title', { count: 'exact' }).range(1010, 1019))).toMatchObject({ status: 416, code: 'PGRST103' });
    const all = await notes().select('title', { count: 'exact' });
    expect([all.data?.length, all.count]).toEqual([1000, 1001]);
  });

  it('hides the rows of other users', async () => {
    const { data } = await notes().insert({ title: 'Ink' }).select('id').single();
    await here.tab.auth.getAuth().logout();
    expect(outcome(await notes().select())).toMatchObject({ status: 401, code: '42501' });
    await here.tab.auth.getAuth().register(newUser());
    expect(outcome(await notes().select())).toEqual({ status: 200, code: null, data: [] });
    expect(outcome(await notes().update({ title: 'Mine' }).eq('id', String(data?.['id'])).select())).toEqual({ status: 200, code: null, data: [] });
    expect(outcome(await notes().insert({ title: 'Theirs', owner: crypto.randomUUID() }))).toMatchObject({ status: 403, code: '42501' });
  });
}
