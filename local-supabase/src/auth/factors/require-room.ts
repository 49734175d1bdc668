import type { Queries } from '../../database/database.ts';
import type { MfaSettings } from '../../options/mfa-settings.ts';
import { AuthError } from '../auth-error.ts';
import type { SessionRow } from '../sessions/session-row.ts';
import { findUserById } from '../users/find-user.ts';
import { hasVerifiedFactor } from './factor-row.ts';

/**
 * Removes factors that were begun long ago, and checks that one more of this name may be enrolled (GoTrue's validateFactors).
 * @throws AuthError `mfa_factor_name_conflict`, `too_many_enrolled_mfa_factors`, `insufficient_aal`
 */
export async function requireRoom(queries: Queries, session: SessionRow, name: string, settings: MfaSettings): Promise<void> {
  await queries.run(
    `delete from auth.mfa_factors f where f.status <> 'verified' and f.created_at + make_interval(secs => $1) < now()
       and not exists (select from auth.mfa_challenges c where c.factor_id = f.id)`,
    [settings.factorExpiry],
  );
  const user = await findUserById(queries, session.user_id);
  if (!user) return;
  if (user.factors.some((factor) => (factor.friendly_name ?? '') === name)) {
    throw new AuthError(`A factor with the friendly name ${JSON.stringify(name)} for this user already exists`, {
      status: 422,
      code: 'mfa_factor_name_conflict',
    });
  }
  if (user.factors.length >= settings.maxEnrolledFactors) {
    throw new AuthError('Maximum number of verified factors reached, unenroll to continue', {
      status: 422,
      code: 'too_many_enrolled_mfa_factors',
    });
  }
  if (hasVerifiedFactor(user) && session.aal !== 'aal2') {
    throw new AuthError('AAL2 required to enroll a new factor', { status: 403, code: 'insufficient_aal' });
  }
}
