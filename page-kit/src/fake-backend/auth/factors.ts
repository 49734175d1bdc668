import * as v from 'valibot';
import { now, type Account, type StoredFactor } from './accounts.ts';
import { authenticate, readBody, text, type AuthCall, type AuthEndpoint } from './auth-call.ts';
import { AuthRefusal, invalid } from './auth-refusal.ts';
import { newCode } from './mailbox.ts';
import type { StoredSession } from './sessions.ts';
import { isCodeOf, newSecret } from './totp.ts';

const enrolSchema = v.object({ friendly_name: text, factor_type: text, issuer: text, phone: text });
const verifySchema = v.object({ challenge_id: text, code: text });

/** GoTrue's defaults: factors per user, and the lifetime of a challenge in seconds. */
const MOST_FACTORS = 10;
const CHALLENGE_LIFE_S = 300;

/** `POST /factors`: starts to enrol a second factor. It counts after one of its codes was verified. */
export const enrolFactor: AuthEndpoint = (call) => {
  const session = authenticate(call);
  const { friendly_name: friendlyName, factor_type: type, issuer, phone } = readBody(call, enrolSchema);
  if (type !== 'totp' && type !== 'phone') throw invalid('factor_type needs to be totp, phone, or webauthn');
  const digits = phone.replace(/^\+/, '');
  if (type === 'phone') requireNewPhone(session.account, digits);
  requireRoom(session, friendlyName);
  const secret = type === 'totp' ? newSecret() : null;
  const factor: StoredFactor = {
    id: crypto.randomUUID(),
    type,
    friendlyName,
    phone: type === 'phone' ? digits : null,
    secret,
    createdAt: now(),
    status: 'unverified',
    lastChallengedAt: null,
  };
  session.account.factors.push(factor);
  if (secret === null) return { id: factor.id, type, friendly_name: friendlyName, phone };
  const uri = `otpauth://totp/${encodeURIComponent(issuer)}:${session.account.email}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
  return { id: factor.id, type, friendly_name: friendlyName, totp: { qr_code: PICTURE, secret, uri } };
};

/** `POST /factors/:id/challenge`: asks for a code of a factor, and sends one to a phone. */
export const challengeFactor: AuthEndpoint = (call) => {
  const factor = factorOfPath(call, authenticate(call).account);
  const code = factor.phone === null ? null : newCode();
  if (code !== null) call.mailbox.textMessages.push({ to: `+${factor.phone ?? ''}`, code });
  const id = crypto.randomUUID();
  const expiresAt = Math.floor(Date.now() / 1000) + CHALLENGE_LIFE_S;
  factor.lastChallengedAt = now();
  call.challenges.set(id, { factorId: factor.id, code, expiresAt });
  return { id, type: factor.type, expires_at: expiresAt };
};

/** `POST /factors/:id/verify`: exchanges a challenge and its code for tokens at `aal2`. */
export const verifyFactor: AuthEndpoint = async (call) => {
  const session = authenticate(call);
  const { account } = session;
  const factor = factorOfPath(call, account);
  const { challenge_id: challengeId, code } = readBody(call, verifySchema);
  if (code === '') throw invalid('Code needs to be non-empty');
  const challenge = call.challenges.get(challengeId);
  if (challenge?.factorId !== factor.id) throw refused('mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  if (challenge.expiresAt === ANSWERED) throw refused('mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  if (challenge.expiresAt * 1000 < Date.now()) {
    call.challenges.delete(challengeId);
    const advice = 'verify against another challenge or create a new challenge.';
    throw refused('mfa_challenge_expired', `MFA challenge ${challengeId} has expired, ${advice}`);
  }
  const isRight = factor.secret === null ? challenge.code === code : isCodeOf(factor.secret, code);
  if (!isRight) throw refused('mfa_verification_failed', factor.type === 'phone' ? 'Invalid MFA Phone code entered' : 'Invalid TOTP code entered');
  // GoTrue refuses an answered challenge, in the words of another fault.
  call.challenges.set(challengeId, { ...challenge, expiresAt: ANSWERED });
  factor.status = 'verified';
  removeWhere(account.factors, ({ status, type }) => status === 'unverified' && type === factor.type);
  return call.sessions.raise(session, factor.id, factor.type === 'totp' ? 'totp' : 'mfa/phone');
};

/** `DELETE /factors/:id`: removes a factor. Removing a verified one requires a session at `aal2`. */
export const removeFactor: AuthEndpoint = (call) => {
  const session = authenticate(call);
  const factor = factorOfPath(call, session.account);
  if (factor.status === 'verified' && session.aal !== 'aal2') {
    throw new AuthRefusal('AAL2 required to unenroll verified factor', { status: 422, code: 'insufficient_aal' });
  }
  removeWhere(session.account.factors, ({ id }) => id === factor.id);
  if (!session.account.factors.some(({ status }) => status === 'verified')) session.account.recoveryCodes = null;
  // The next tokens of sessions that it raised are `aal1` again.
  for (const other of call.sessions.list()) if (other.factorId === factor.id) other.aal = 'aal1';
  return { id: factor.id };
};

/** Expiry of a challenge that was answered. */
const ANSWERED = Infinity;

/** A placeholder for the QR code, which tests do not scan. */
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z"/></svg>';

function refused(code: string, message: string): AuthRefusal {
  return new AuthRefusal(message, { status: 422, code });
}

function factorOfPath({ parameters }: AuthCall, account: Account): StoredFactor {
  const factor = account.factors.find(({ id }) => id === parameters[0]);
  if (!factor) throw new AuthRefusal('Factor not found', { status: 404, code: 'mfa_factor_not_found' });
  return factor;
}

function requireNewPhone({ factors }: Account, digits: string): void {
  if (!/^[1-9]\d{1,14}$/.test(digits)) throw invalid('Invalid phone number format (E.164 required)');
  if (factors.some(({ phone, status }) => phone === digits && status === 'verified')) {
    throw refused('mfa_verified_factor_exists', 'A verified phone factor already exists, unenroll the existing factor to continue');
  }
  removeWhere(factors, ({ phone }) => phone === digits);
}

function requireRoom({ account: { factors }, aal }: StoredSession, name: string): void {
  if (factors.some(({ friendlyName }) => friendlyName === name)) {
    throw refused('mfa_factor_name_conflict', `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`);
  }
  if (factors.length >= MOST_FACTORS) throw refused('too_many_enrolled_mfa_factors', 'Maximum number of verified factors reached, unenroll to continue');
  if (factors.some(({ status }) => status === 'verified') && aal !== 'aal2') {
    throw new AuthRefusal('AAL2 required to enroll a new factor', { status: 403, code: 'insufficient_aal' });
  }
}

function removeWhere<Item>(list: Item[], goes: (item: Item) => boolean): void {
  list.splice(0, list.length, ...list.filter((item) => !goes(item)));
}
