import * as v from 'valibot';

/** Maximum number of results of a search provider. The palette leaves out further ones. */
const MAX_RESULTS = 20;

/** Maximum number of characters of a text. The palette leaves out the rest. */
const MAX_TEXT = 200;

const paramsSchema = v.record(v.string(), v.string());

// Only actions that the first screen uses anyway: the others would be added to its code, which all of the shell shares.
const resultsSchema = v.array(
  v.object({
    key: v.pipe(v.string(), v.maxLength(MAX_TEXT), v.check((key) => key !== '', 'A search result has a key')),
    title: v.pipe(v.string(), v.check((title) => title.trim() !== '', 'A search result has a title')),
    detail: v.exactOptional(v.string()),
    icon: v.exactOptional(v.pipe(v.string(), v.maxLength(40))),
    to: v.object({ page: v.string(), params: v.exactOptional(paramsSchema), search: v.exactOptional(paramsSchema), hash: v.exactOptional(v.string()) }),
  }),
);

/**
 * Reads what a search provider returned. Modules come from other teams, so nothing about it is certain before it is parsed.
 *
 * @returns the results that the palette shows, with texts cut to their limits
 * @throws {v.ValiError} if they are malformed
 */
export function parseSearchResults(found: unknown): v.InferOutput<typeof resultsSchema> {
  const results = v.parse(resultsSchema, Array.isArray(found) ? found.slice(0, MAX_RESULTS) : found);
  return results.map((result) => ({
    ...result,
    title: result.title.trim().slice(0, MAX_TEXT),
    ...(result.detail !== undefined && { detail: result.detail.slice(0, MAX_TEXT) }),
  }));
}
