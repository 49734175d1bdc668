import * as v from 'valibot';
import { StoreApiError } from './store-api-error.ts';

/** Reads what a request brings by a schema. @throws StoreApiError that names the place and quotes nothing */
export function parseRequest<T>(schema: v.GenericSchema<unknown, T>, given: unknown): T {
  const parsed = v.safeParse(schema, given);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const place = v.getDotPath(issue);
  throw new StoreApiError(400, 'bad-request', place === null ? 'its form' : place);
}
