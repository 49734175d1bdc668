import * as v from 'valibot';
import type { Queries } from '../../database/database.ts';
import { AuthError } from '../auth-error.ts';
import { authenticate } from '../authenticate.ts';
import type { AuthenticatedUser } from '../authenticate.ts';
import { object, readBody, text } from '../call.ts';
import type { Call, Endpoint } from '../call.ts';
import { notify, notifyPhoneChange } from '../mail/notifications.ts';
import { mailTransaction, sendEmailChange } from '../mail/outbox.ts';
import { isTokenValid, redeemToken, tokenHash } from '../one-time-tokens.ts';
import { hashPassword, requireStrength, verifyPassword } from '../passwords.ts';
import { readCodeChallenge, saveFlowState } from '../pkce.ts';
import { changePhone, requireSmsChannel, sendPhoneCode } from '../phone-codes.ts';
import { isRecovery } from '../sessions.ts';
import { userJson } from '../user-json.ts';
import { emailTaken, findUserByEmail, findUserById, findUserByPhone, hasVerifiedFactor, mergeMetadata, phoneTaken, readEmail, readPhone } from '../users.ts';
import { requirePhoneAccounts } from './signup.ts';

/** `GET /user`: the current data of the access token's user. */
export const userGet: Endpoint = {
  method: 'GET',
  path: '/user',
  async handle(call) {
    const { user } = await authenticate(call);
    return { body: userJson(user) };
  },
};

const bodySchema = v.object({
  email: text,
  phone: text,
  channel: text,
  password: v.nullish(v.string()),
  current_password: text,
  nonce: text,
  data: object,
  app_metadata: object,
  code_challenge: text,
  code_challenge_method: text,
});
type Body = v.InferOutput<typeof bodySchema>;

/** The maximum age of a session that can change the password without a code, in milliseconds. */
const RECENT_SIGN_IN_AGE = 24 * 60 * 60 * 1000;

/** `PUT /user`: changes the password, email address, phone number or data of the signed-in user. */
export const userUpdate: Endpoint = {
  method: 'PUT',
  path: '/user',
  async handle(call) {
    const person = await authenticate(call);
    call.auth.limiters.countRequest('user', call);
    const body = readBody(call, bodySchema);
    const { user, session } = person;
    const email = body.email === '' ? '' : readEmail(body.email);
    const phone = body.phone === '' ? '' : readPhone(body.phone);
    const challenge = readCodeChallenge(body);
    if (typeof body.password === 'string') requireStrength(body.password, call.auth.settings);
    if (body.app_metadata) {
      throw new AuthError('Updating app_metadata requires admin privileges', { status: 403, code: 'not_admin' });
    }
    if (phone !== '') {
      requireSmsChannel(body.channel);
      requirePhoneAccounts(call, 'Phone signups are disabled');
    }
    const changesEmail = email !== '' && email !== user.email;
    const changesPhone = phone !== '' && phone !== user.phone;
    if (user.is_anonymous && body.password && email === '' && phone === '') {
      throw new AuthError('Updating password of an anonymous user without an email or phone is not allowed', { status: 422, code: 'validation_failed' });
    }
    if (hasVerifiedFactor(user) && session?.aal !== 'aal2' && (changesEmail || changesPhone || (body.password ?? '') !== '')) {
      throw new AuthError('AAL2 session is required to update email or password when MFA is enabled.', { status: 401, code: 'insufficient_aal' });
    }
    if (changesEmail && (await findUserByEmail(call.auth.database, email))) {
      throw emailTaken();
    }
    if (changesPhone && (await findUserByPhone(call.auth.database, phone))) throw phoneTaken();
    const passwordHash = typeof body.password === 'string' ? await newPasswordHash(call, person, body, body.password) : undefined;

    const updated = await mailTransaction(call, async (queries, outbox) => {
      if (passwordHash !== undefined) await replacePassword(queries, user.id, passwordHash, session?.id);
      if (body.data) await mergeMetadata(queries, user.id, 'raw_user_meta_data', body.data);
      if (changesEmail && user.is_anonymous && call.auth.settings.autoconfirm) {
        await queries.run('update auth.users set email_change = $2 where id = $1', [user.id, email]);
        await redeemToken(call.auth, queries, { user: { ...user, email_change: email }, purpose: 'email_change', hash: '' });
      } else if (changesEmail) {
        if (challenge) await saveFlowState(queries, user.id, 'email_change', challenge);
        await sendEmailChange(outbox, queries, user, email, challenge !== undefined);
      }
      if (changesPhone) {
        if (call.auth.settings.sms.autoconfirm) await changePhone(queries, user, phone);
        else await sendPhoneCode(call, queries, user, 'change', phone);
      }
      return findUserById(queries, user.id);
    });
    if (passwordHash !== undefined) await notify(call, { kind: 'password_changed', user: updated ?? user });
    if (updated) await notifyPhoneChange(call, user, updated);
    return { body: userJson(updated ?? user) };
  },
};

/** Checks that this user may set this password. @throws AuthError */
async function newPasswordHash(call: Call, { user, session }: AuthenticatedUser, body: Body, password: string): Promise<string> {
  const { settings } = call.auth;
  const isRecent = session !== undefined && Date.now() <= Date.parse(session.created_at) + RECENT_SIGN_IN_AGE;
  if (settings.securePasswordChange && !isRecent) {
    if (body.nonce === '') {
      throw new AuthError('Password update requires reauthentication', { status: 400, code: 'reauthentication_needed' });
    }
    // Users without an email address get the code by SMS.
    const hash = tokenHash(user.email || (user.phone ?? ''), body.nonce);
    if (!isTokenValid(hash, user.reauthentication_token, user.reauthentication_sent_at, user.email ? settings.otpExpiry : settings.sms.otpExpiry)) {
      throw new AuthError('Nonce has expired or is invalid', { status: 422, code: 'reauthentication_not_valid' });
    }
  }
  if (settings.requireCurrentPassword && user.encrypted_password && !(session && isRecovery(session))) {
    const message = 'Current password required when setting new password.';
    if (body.current_password === '') throw new AuthError(message, { status: 400, code: 'current_password_required' });
    if (!(await verifyPassword(body.current_password, user.encrypted_password))) {
      throw new AuthError(message, { status: 400, code: 'current_password_invalid' });
    }
  }
  if (await verifyPassword(password, user.encrypted_password)) {
    throw new AuthError('New password should be different from the old password.', { status: 422, code: 'same_password' });
  }
  return hashPassword(password, settings.passwordCost);
}

/** Stores a password, consumes every mailed token and ends the user's other sessions. */
async function replacePassword(queries: Queries, userId: string, hash: string, sessionId: string | undefined): Promise<void> {
  await queries.run(
    `update auth.users set encrypted_password = $2, confirmation_token = '', confirmation_sent_at = null, recovery_token = '',
       recovery_sent_at = null, email_change_token_current = '', email_change_token_new = '', email_change_sent_at = null,
       phone_change_token = '', phone_change_sent_at = null, reauthentication_token = '', reauthentication_sent_at = null,
       updated_at = now() where id = $1`,
    [userId, hash],
  );
  await queries.run('delete from auth.sessions where user_id = $1 and id is distinct from $2', [userId, sessionId ?? null]);
}
