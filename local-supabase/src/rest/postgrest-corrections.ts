import * as v from 'valibot';

/** A request as @supabase/lite understands it, as far as it is corrected here. */
interface Query {
  type?: string;
  where?: object;
  values?: object | object[];
  $meta?: { missing?: 'null' | 'default'; columns?: string[]; count?: 'exact' | 'planned' | 'estimated'; rollback?: boolean; tx?: 'commit' | 'rollback' };
}

/**
 * Makes of a request what PostgREST, as a hosted project sets it up, makes of it.
 * @throws an error of the database (21000) for a change of all rows
 */
export function correctQuery<Q extends Query>(query: Q): Q {
  requireFilter(query);
  alignRows(query);
  const meta = query.$meta;
  if (!meta) return query;
  // An estimate is asked for where there are more rows than one answer holds; a database of this size counts them.
  if (meta.count === 'estimated') meta.count = 'exact';
  // Whoever calls cannot have their changes undone: `db-tx-end` is "commit".
  delete meta.tx;
  delete meta.rollback;
  return query;
}

/** Hosted projects load `safeupdate` for whoever comes through the API. */
function requireFilter({ type, where = {} }: Query): void {
  if ((type !== 'update' && type !== 'delete') || Reflect.ownKeys(where).length > 0) return;
  throw Object.assign(new Error(`${type.toUpperCase()} requires a WHERE clause`), { code: '21000' });
}

const rowSchema = v.record(v.string(), v.unknown());

/** Gives every row all `columns` of the request: the package looks at the first row alone to see what a change writes. */
function alignRows(query: Query): void {
  const { values, $meta: meta } = query;
  if (!meta?.columns) return;
  const blank = Object.fromEntries(meta.columns.map((column) => [column, null]));
  if (v.is(v.array(rowSchema), values)) query.values = values.map((row) => ({ ...blank, ...row }));
  else if (v.is(rowSchema, values)) query.values = { ...blank, ...values };
}
