import * as v from 'valibot';
import { now, type Account } from './account.ts';
import { confirm, readEmail } from './accounts.ts';
import { readBody, text, type AuthCall, type AuthEndpoint } from './auth-call.ts';
import { AuthRefusal, invalid } from './auth-refusal.ts';
import type { MailPurpose } from './mailbox.ts';

const recoverSchema = v.object({ email: text, code_challenge: text });
const otpSchema = v.object({ email: text, phone: text, create_user: v.nullish(v.boolean(), true), code_challenge: text });
const verifySchema = v.object({ type: text, token: text, token_hash: text, email: text });

/** `POST /recover`: mails a link to set a new password. Unknown addresses get the same answer. */
export const recover: AuthEndpoint = (call) => {
  const { email, code_challenge } = readBody(call, recoverSchema);
  if (email === '') throw invalid('Password recovery requires an email');
  const account = call.accounts.byEmail(readEmail(email));
  if (account) call.mailbox.send(account, 'recovery', { challenge: code_challenge || null, redirectTo: call.query.get('redirect_to') });
  return {};
};

/** `POST /otp`: mails a link and a code to log in without a password. */
export const otp: AuthEndpoint = (call) => {
  const { email: given, phone, create_user: createUser, code_challenge } = readBody(call, otpSchema);
  if (phone !== '') throw new AuthRefusal('Unsupported phone provider', { status: 400, code: 'phone_provider_disabled' });
  if (given === '') throw invalid('One of email or phone must be set');
  const email = readEmail(given);
  const known = call.accounts.byEmail(email);
  if (!known && !createUser) throw new AuthRefusal('Signups not allowed for otp', { status: 422, code: 'otp_disabled' });
  const account = known ?? call.accounts.add({ email, password: crypto.randomUUID(), confirmed: !call.confirmsAddresses() });
  const letter = { challenge: code_challenge || null, redirectTo: call.query.get('redirect_to') };
  call.mailbox.send(account, account.confirmedAt === null ? 'signup' : 'magiclink', letter);
  return {};
};

/** `POST /verify`: a mailed token, or a typed code with its address, for a session. */
export const verifyLink: AuthEndpoint = (call) => {
  const { type, token, token_hash: hash, email } = readBody(call, verifySchema);
  if (type === '') throw invalid('Verify requires a verification type');
  if ((token === '') === (hash === '')) throw invalid('Verify requires either a token or a token hash');
  const letter = hash === '' ? call.mailbox.takeOtp(type, readEmail(email), token) : call.mailbox.takeLink(type, hash);
  if (redeem(call, letter) === 'half') {
    return { msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email', code: '200' };
  }
  return call.sessions.open(letter.account, 'otp');
};

/** Does what a mailed token was for; `half` while a change of address waits for the other mailbox. */
export function redeem({ mailbox }: AuthCall, { account, purpose }: { readonly account: Account; readonly purpose: MailPurpose }): 'done' | 'half' {
  if (purpose !== 'email_change') {
    confirm(account);
    return 'done';
  }
  if (mailbox.isChangePending(account)) return 'half';
  account.email = account.newEmail ?? account.email;
  account.newEmail = null;
  account.updatedAt = now();
  account.userMetadata = { ...account.userMetadata, email: account.email, email_verified: true };
  return 'done';
}
