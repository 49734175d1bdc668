import type { Queries } from '../../database/database.ts';
import type { FactorRow } from './factor-row.ts';

/** What `amr` calls the proof by a factor of a type. */
export const factorMethods = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' } as const;

/** Removes a factor; sessions that it raised are `aal1` again from their next token on. */
export async function removeFactor(queries: Queries, factor: FactorRow): Promise<void> {
  await queries.run('delete from auth.mfa_factors where id = $1', [factor.id]);
  await queries.run(
    `delete from auth.mfa_amr_claims where authentication_method = $2
       and session_id in (select id from auth.sessions where factor_id = $1)`,
    [factor.id, factorMethods[factor.factor_type]],
  );
  await queries.run(`update auth.sessions set aal = 'aal1', factor_id = null where user_id = $2 and factor_id = $1`, [factor.id, factor.user_id]);
}
