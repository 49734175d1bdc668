import * as v from 'valibot';
import { postgresError } from '../database/database.ts';

/** SQLSTATEs that the package answers as PostgREST does. */
const SPECIFIC_SQLSTATES = /^(21|22|42|25006|55|PT)/;

/**
 * Errors that the package would answer by an unspecific 500, violated checks and raised exceptions among them,
 * in the form of PostgREST's `RAISE SQLSTATE 'PGRST'`, which says status and body.
 */
export function specificError(error: unknown): unknown {
  const parsed = v.safeParse(postgresError, error);
  if (!parsed.success || parsed.output.code === 'PGRST' || SPECIFIC_SQLSTATES.test(parsed.output.code)) return error;
  const { code, message, detail, hint } = parsed.output;
  return Object.assign(new Error(JSON.stringify({ code, message, details: detail, hint }), { cause: error }), {
    code: 'PGRST',
    detail: JSON.stringify({ status: statusOfSqlState(code), headers: {} }),
  });
}

/** The answer to an error that the package never sees, because it happens when all is done. @throws the error, when it is none of the database */
export function answerOfError(error: unknown): Response {
  const parsed = v.safeParse(postgresError, error);
  if (!parsed.success) throw error;
  const { code, message, detail, hint } = parsed.output;
  return Response.json({ code, message, details: detail, hint }, { status: statusOfSqlState(code) });
}

/** PostgREST's HTTP status for an SQLSTATE (docs.postgrest.org, "Errors"), in the order in which prefixes are tried. */
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

/** The status of an answer about a database error. */
function statusOfSqlState(sqlState: string): number {
  return STATUSES.find(([prefix]) => sqlState.startsWith(prefix))?.[1] ?? 400;
}
