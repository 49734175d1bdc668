import * as v from 'valibot';

/** An error that Postgres reports of a statement (postgresql.org/docs/current/protocol-error-fields.html). */
export const postgresError = v.object({
  /** The SQLSTATE. */
  code: v.pipe(v.string(), v.length(5)),
  message: v.string(),
  detail: v.nullish(v.string(), null),
  hint: v.nullish(v.string(), null),
});
