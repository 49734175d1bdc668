import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import * as v from 'valibot';
import { type Item, itemSchema } from './item.ts';
import { assertAnswered, ItemsError } from './items-error.ts';

const TABLE = '__table___items';
const COLUMNS = 'id,title,note';

/** SQLSTATE of a duplicate key. */
const UNIQUE_VIOLATION = '23505';

/** Maximum number of items in the list. */
const LIMIT = 100;

/** Reads the user's items, newest first. @throws ItemsError */
export async function listItems(client: SupabaseClient): Promise<readonly Item[]> {
  const answer = await client.from(TABLE).select(COLUMNS).order('created_at', { ascending: false }).limit(LIMIT);
  assertAnswered(answer);
  return read(v.array(itemSchema), answer.data);
}

/** Reads one item; null if it does not exist, or the user may not see it. @throws ItemsError */
export async function findItem(client: SupabaseClient, id: string): Promise<Item | null> {
  // A URL can contain any text, but the database accepts only UUIDs.
  if (!v.is(v.pipe(v.string(), v.uuid()), id)) return null;
  const answer = await client.from(TABLE).select(COLUMNS).eq('id', id);
  assertAnswered(answer);
  return read(v.array(itemSchema), answer.data)[0] ?? null;
}

/** Adds an item. Adding the same id again does nothing, so it is safe to retry after a lost response. @throws ItemsError */
export async function addItem(client: SupabaseClient, item: Item): Promise<void> {
  const answer = await client.from(TABLE).insert(item);
  if (answer.error?.code !== UNIQUE_VIOLATION) assertAnswered(answer);
}

function read<T>(schema: v.GenericSchema<unknown, T>, data: unknown): T {
  const parsed = v.safeParse(schema, data);
  if (!parsed.success) throw new ItemsError('unknown', new v.ValiError(parsed.issues));
  return parsed.output;
}
