import * as v from 'valibot';
import { compare } from '../rest/compare.ts';
import type { Caller } from '../rest/row.ts';
import { fileJson, type FakeBucket } from './fake-bucket.ts';

/** The default of storage-js (specification 9.10). */
const LIST_LIMIT = 100;

const listSchema = v.object({
  prefix: v.optional(v.string(), ''),
  limit: v.optional(v.number(), LIST_LIMIT),
  offset: v.optional(v.number(), 0),
  search: v.optional(v.string(), ''),
  sortBy: v.optional(v.object({ column: v.optional(v.string(), 'name'), order: v.optional(v.string(), 'asc') }), {}),
});

/** `POST /object/list/:bucket`: the files and folders of one folder. */
export function listFiles(bucket: FakeBucket, body: unknown, caller: Caller | null): readonly Record<string, unknown>[] {
  const { prefix, limit, offset, search, sortBy } = v.parse(listSchema, body);
  const folder = prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/`;
  const entries = new Map<string, Record<string, unknown>>();
  for (const file of bucket.files) {
    if (!file.path.startsWith(folder) || !bucket.admits(file.path, caller)) continue;
    const [name = '', ...below] = file.path.slice(folder.length).split('/');
    if (!name.toLowerCase().includes(search.toLowerCase())) continue;
    const isFolder = below.length > 0;
    entries.set(name, isFolder ? { name, id: null, created_at: null, updated_at: null, last_accessed_at: null, metadata: null } : fileJson(file, name));
  }
  const sign = sortBy.order === 'desc' ? -1 : 1;
  return [...entries.values()].sort((one, other) => sign * compare(one[sortBy.column] ?? '', other[sortBy.column] ?? '')).slice(offset, offset + limit);
}
