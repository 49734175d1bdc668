import * as v from 'valibot';
import { postgresError } from '../database/postgres-error.ts';
import { statusOfSqlState } from './postgrest-status.ts';

/** SQLSTATEs that the package answers as PostgREST does. */
const answeredWell = /^(21|22|42|25006|55|PT)/;

/**
 * Errors that the package would answer by an unspecific 500, violated checks and raised exceptions among them,
 * in the form of PostgREST's `RAISE SQLSTATE 'PGRST'`, which says status and body.
 */
export function specificError(error: unknown): unknown {
  const parsed = v.safeParse(postgresError, error);
  if (!parsed.success || parsed.output.code === 'PGRST' || answeredWell.test(parsed.output.code)) return error;
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
