import * as v from 'valibot';

/** One entry of a listing, as the API shows it: a file, or without an id a folder, of which nothing else is known. */
export const entryRow = v.object({
  name: v.string(),
  id: v.nullable(v.string()),
  updated_at: v.nullable(v.string()),
  created_at: v.nullable(v.string()),
  last_accessed_at: v.nullable(v.string()),
  metadata: v.nullable(v.record(v.string(), v.unknown())),
});
