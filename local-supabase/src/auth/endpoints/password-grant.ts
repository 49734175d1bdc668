import * as v from 'valibot';
import { AuthError, invalid } from '../auth-error.ts';
import { readBody, text } from '../call.ts';
import type { Answer, Call } from '../call.ts';
import { hashPassword, passwordFits } from '../passwords/password-hash.ts';
import { weaknessOf } from '../passwords/password-strength.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { findUserByEmail, isBanned } from '../users/find-user.ts';

const bodySchema = v.object({ email: text, phone: text, password: text });

function refused(code: string, message: string): AuthError {
  return new AuthError(message, { status: 400, code });
}

/** Email and password for a session. A wrong password and an unknown address get the same answer. */
export async function passwordGrant(call: Call): Promise<Answer> {
  const { database, settings } = call.auth;
  const body = readBody(call, bodySchema);
  if (body.email !== '' && body.phone !== '') throw invalid('Only an email address or phone number should be provided on login.');
  if (body.email === '' && body.phone === '') throw invalid('missing email or phone');
  if (body.email === '') throw new AuthError('Phone logins are disabled', { status: 422, code: 'phone_provider_disabled' });

  const user = await findUserByEmail(database, body.email);
  if (!user?.encrypted_password) {
    // As long as a wrong password takes.
    await hashPassword(body.password, settings.passwordCost);
    throw refused('invalid_credentials', 'Invalid login credentials');
  }
  if (isBanned(user)) throw refused('user_banned', 'User is banned');
  if (!(await passwordFits(body.password, user.encrypted_password))) throw refused('invalid_credentials', 'Invalid login credentials');
  if (!user.email_confirmed_at) throw refused('email_not_confirmed', 'Email not confirmed');
  const tokens = await database.transaction((queries) => issueSession(call, queries, user.id, 'password'));
  const weakness = weaknessOf(body.password, settings);
  return {
    body: { ...tokens, ...(weakness ? { weak_password: { message: weakness.message, reasons: weakness.weakPassword } } : {}) },
  };
}
