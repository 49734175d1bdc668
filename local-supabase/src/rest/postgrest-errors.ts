import * as v from 'valibot';
import { postgresError } from '../database/database.ts';

/** SQLSTATEs that the package handles like PostgREST. */
const SPECIFIC_SQLSTATES = /^(21|22|42|25006|55|PT)/;

/**
 * Converts errors for which the package would return a generic 500, such as violated checks and raised exceptions,
 * to the form of PostgREST's `RAISE SQLSTATE 'PGRST'`, which sets the status and the body.
 */
export function specificError(error: unknown): unknown {
  const parsed = v.safeParse(postgresError, error);
  if (!parsed.success || parsed.output.code === 'PGRST' || SPECIFIC_SQLSTATES.test(parsed.output.code)) return error;
  const { code, message, detail: details, hint } = parsed.output;
  return responseError(statusOfSqlState(code), { code, message, details, hint }, error);
}

/** The body of PostgREST's error responses. */
interface ErrorBody {
  code: string;
  message: string;
  details?: string | null;
  hint?: string | null;
}

/** An error in the form of PostgREST's `RAISE SQLSTATE 'PGRST'`, which the package returns to the caller. */
export function responseError(status: number, { code, message, details = null, hint = null }: ErrorBody, cause?: unknown): Error {
  return Object.assign(new Error(JSON.stringify({ code, message, details, hint }), { cause }), { code: 'PGRST', detail: JSON.stringify({ status, headers: {} }) });
}

/** The response for an error at commit, which the package does not see. @throws the error if it is not a database error */
export function toErrorResponse(error: unknown): Response {
  const parsed = v.safeParse(postgresError, error);
  if (!parsed.success) throw error;
  const { code, message, detail, hint } = parsed.output;
  return Response.json({ code, message, details: detail, hint }, { status: statusOfSqlState(code) });
}

/** PostgREST's HTTP status per SQLSTATE prefix (docs.postgrest.org, "Errors"). The first match wins. */
const STATUSES: readonly (readonly [prefix: string, status: number])[] = [
  ['08', 503],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['53400', 500],
  ['53', 503],
  ['54', 413],
  ['55', 500],
  ['57P01', 503],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0001', 400],
  ['P0', 500],
  ['XX', 500],
];

/** The HTTP status for a database error. */
function statusOfSqlState(sqlState: string): number {
  return STATUSES.find(([prefix]) => sqlState.startsWith(prefix))?.[1] ?? 400;
}
