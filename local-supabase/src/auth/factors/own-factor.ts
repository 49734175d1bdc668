import * as v from 'valibot';
import { AuthError } from '../auth-error.ts';
import { authenticate } from '../authenticate.ts';
import type { Person } from '../authenticate.ts';
import type { Call } from '../call.ts';
import type { SessionRow } from '../sessions/session-row.ts';
import type { UserRow } from '../users/user-row.ts';
import type { FactorRow } from './factor-row.ts';

/** Somebody with a session: the second factor raises sessions, so it takes one. */
export interface SessionPerson extends Person {
  session: SessionRow;
}

/** Recognises the person of the request, who must have a session. @throws AuthError */
export async function authenticateSession(call: Call): Promise<SessionPerson> {
  const { user, session } = await authenticate(call);
  if (!session) {
    throw new AuthError('A valid session and a registered user are required to enroll a factor', { status: 500, code: 'unexpected_failure' });
  }
  return { user, session };
}

/** The factor of the path, which must be the user's own. @throws AuthError 404 */
export function factorOfPath(call: Call, user: UserRow): FactorRow {
  const id = call.parameters['factorId'] ?? '';
  if (!v.is(v.pipe(v.string(), v.uuid()), id)) throw new AuthError('factor_id must be an UUID', { status: 404, code: 'validation_failed' });
  const factor = user.factors.find((candidate) => candidate.id === id.toLowerCase());
  if (!factor) throw new AuthError('Factor not found', { status: 404, code: 'mfa_factor_not_found' });
  return factor;
}

/** Refuses what the settings do not offer. @throws AuthError 422 `mfa_totp_verify_not_enabled`, `mfa_phone_verify_not_enabled` */
export function requireVerifiable({ auth }: Call, factor: FactorRow): void {
  const { totpVerifyEnabled, phoneVerifyEnabled } = auth.settings.mfa;
  if (factor.factor_type === 'phone' && !phoneVerifyEnabled) {
    throw new AuthError('MFA verification is disabled for Phone', { status: 422, code: 'mfa_phone_verify_not_enabled' });
  }
  if (factor.factor_type === 'totp' && !totpVerifyEnabled) {
    throw new AuthError('MFA verification is disabled for TOTP', { status: 422, code: 'mfa_totp_verify_not_enabled' });
  }
}
