import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';

/** Ways to prove who one is, as `amr` claims name them. */
export type AuthenticationMethod = 'password' | 'otp' | 'magiclink' | 'recovery' | 'email/signup' | 'email_change' | 'token_refresh';

/** One entry of the `amr` claim; `timestamp` in seconds since 1970. */
const amrSchema = v.object({ method: v.string(), timestamp: v.number() });

/** A session with the ways in which its person was recognised, newest first. */
export const sessionRow = v.object({
  id: v.string(),
  user_id: v.string(),
  created_at: v.string(),
  not_after: v.nullable(v.string()),
  aal: v.nullable(v.string()),
  amr: v.array(amrSchema),
});

/** See sessionRow. */
export type SessionRow = v.InferOutput<typeof sessionRow>;

/** The session of an id. */
export function findSession(queries: Queries, id: string): Promise<SessionRow | undefined> {
  return queries.first(
    sessionRow,
    `select s.id, s.user_id, s.created_at, s.not_after, s.aal, coalesce((
       select json_agg(json_build_object('method', c.authentication_method, 'timestamp', floor(extract(epoch from c.updated_at))::bigint)
                       order by c.updated_at desc)
       from auth.mfa_amr_claims c where c.session_id = s.id), '[]'::json) as amr
     from auth.sessions s where s.id = $1`,
    [id],
  );
}

/** Whether the session began with a mailed link or code, so that its person may have forgotten the password. */
export function isRecovery(session: SessionRow): boolean {
  return session.amr.some((entry) => ['otp', 'magiclink', 'recovery'].includes(entry.method));
}
