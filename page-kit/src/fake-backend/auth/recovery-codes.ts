import * as v from 'valibot';
import type { StoredRecoveryCodes } from './accounts.ts';
import { authenticate, readBody, text, type AuthCall, type AuthEndpoint } from './auth-call.ts';
import { AuthRefusal } from './auth-refusal.ts';
import type { StoredSession } from './sessions.ts';

/** Codes in a set, and wrong codes in a row after which none is accepted. */
const CODES = 10;
const MOST_FAILURES = 5;

/** `GET /factors/recovery-codes`: how many codes are left. */
export const readRecoveryCodes: AuthEndpoint = (call) => {
  const { account } = sessionOf(call);
  const { id, total, unused } = requireSet(account);
  return { id, type: 'recovery_code', total, remaining: unused.size };
};

/** `POST /factors/recovery-codes`: creates the user's set. */
export const createRecoveryCodes: AuthEndpoint = (call) => {
  const { account } = requireSecondFactor(sessionOf(call));
  if (account.recoveryCodes) throw refused('mfa_verified_factor_exists', 'Recovery codes already exist, regenerate them to get new ones');
  if (!account.factors.some(({ status }) => status === 'verified')) throw refused('mfa_recovery_codes_sole_factor', 'Recovery codes cannot be the only factor');
  return replaceCodes(account, crypto.randomUUID());
};

/** `POST /factors/recovery-codes/regenerate`: replaces all codes. */
export const renewRecoveryCodes: AuthEndpoint = (call) => {
  const { account } = requireSecondFactor(sessionOf(call));
  return replaceCodes(account, requireSet(account).id);
};

/** `POST /factors/recovery-codes/verify`: exchanges an unused code for tokens at `aal2`. */
export const verifyRecoveryCode: AuthEndpoint = (call) => {
  const session = sessionOf(call);
  const { recoveryCodes } = session.account;
  const code = readBody(call, v.object({ code: text })).code.toLowerCase().replace(/[\s-]/g, '');
  if (recoveryCodes && recoveryCodes.failures >= MOST_FAILURES) {
    throw new AuthRefusal('Too many invalid recovery codes, try again later or use another factor', { status: 429, code: 'mfa_recovery_codes_locked' });
  }
  if (!recoveryCodes?.unused.delete(code)) {
    if (recoveryCodes) recoveryCodes.failures += 1;
    throw refused('mfa_verification_failed', 'Invalid recovery code entered');
  }
  recoveryCodes.failures = 0;
  return call.sessions.raise(session, recoveryCodes.id, 'mfa/recovery_code');
};

/** `DELETE /factors/recovery-codes`: removes the set. */
export const removeRecoveryCodes: AuthEndpoint = (call) => {
  const { account } = requireSecondFactor(sessionOf(call));
  const { id } = requireSet(account);
  account.recoveryCodes = null;
  return { id };
};

/** @throws AuthRefusal the response of a service without recovery codes, which takes the path for the id of a factor */
function sessionOf(call: AuthCall): StoredSession {
  const session = authenticate(call);
  if (!call.allowsRecoveryCodes()) throw new AuthRefusal('factor_id must be an UUID', { status: 404, code: 'validation_failed' });
  return session;
}

function requireSecondFactor(session: StoredSession): StoredSession {
  if (session.aal !== 'aal2') throw new AuthRefusal('AAL2 required to manage recovery codes', { status: 403, code: 'insufficient_aal' });
  return session;
}

function requireSet({ recoveryCodes }: StoredSession['account']): StoredRecoveryCodes {
  if (!recoveryCodes) throw new AuthRefusal('Recovery codes not found', { status: 404, code: 'mfa_factor_not_found' });
  return recoveryCodes;
}

function replaceCodes(account: StoredSession['account'], id: string): Record<string, unknown> {
  const codes = Array.from({ length: CODES }, () => crypto.randomUUID().replaceAll('-', '').slice(0, 16));
  account.recoveryCodes = { id, total: CODES, unused: new Set(codes), failures: 0 };
  return { id, type: 'recovery_code', friendly_name: 'Recovery codes', total: CODES, codes };
}

function refused(code: string, message: string): AuthRefusal {
  return new AuthRefusal(message, { status: 422, code });
}
