import * as v from 'valibot';

/** Most results of a search provider, and most characters of each text. The palette leaves out what is beyond. */
const MAX_RESULTS = 20;
const MAX_TEXT = 200;

const textSchema = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, MAX_TEXT)),
);

const paramsSchema = v.record(v.string(), v.string());

/** What a search provider returns. Modules come from other teams, so nothing about it is certain before it is parsed. */
export const searchResultsSchema = v.pipe(
  v.unknown(),
  v.transform((found): unknown => (Array.isArray(found) ? found.slice(0, MAX_RESULTS) : found)),
  v.array(
    v.object({
      key: v.pipe(v.string(), v.nonEmpty('A search result has a key'), v.maxLength(MAX_TEXT)),
      title: v.pipe(textSchema, v.trim(), v.nonEmpty('A search result has a title')),
      detail: v.exactOptional(textSchema),
      icon: v.exactOptional(v.pipe(v.string(), v.maxLength(40))),
      to: v.object({ page: v.string(), params: v.exactOptional(paramsSchema), search: v.exactOptional(paramsSchema), hash: v.exactOptional(v.string()) }),
    }),
  ),
);
