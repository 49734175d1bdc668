import * as v from 'valibot';
import { userJson } from './account.ts';
import { readEmail, requireStrength } from './accounts.ts';
import { object, readBody, text, type AuthEndpoint } from './auth-call.ts';
import { AuthRefusal, invalid } from './auth-refusal.ts';

const signUpSchema = v.object({ email: text, password: text, data: object, code_challenge: text });
const resendSchema = v.object({ type: text, email: text, code_challenge: text });

/** `POST /signup`. With confirmation on, an address that is known gets the answer of an unknown one. */
export const signUp: AuthEndpoint = (call) => {
  const { accounts, sessions, mailbox, confirmsAddresses, query } = call;
  const { email: given, password, data, code_challenge } = readBody(call, signUpSchema);
  if (given === '') throw new AuthRefusal('Anonymous sign-ins are disabled', { status: 422, code: 'anonymous_provider_disabled' });
  if (password === '') throw invalid('Signup requires a valid password');
  requireStrength(password);
  const email = readEmail(given);
  const known = accounts.byEmail(email);
  if (known?.confirmedAt) {
    if (!confirmsAddresses()) throw new AuthRefusal('User already registered', { status: 422, code: 'user_already_exists' });
    return { ...userJson(known), id: crypto.randomUUID(), role: '', email_confirmed_at: undefined, confirmed_at: undefined, identities: [], user_metadata: data ?? {} };
  }
  const account = known ?? accounts.add({ email, password, userMetadata: data ?? {}, confirmed: !confirmsAddresses() });
  if (!confirmsAddresses()) return sessions.open(account, 'password');
  mailbox.send(account, 'signup', { challenge: code_challenge || null, redirectTo: query.get('redirect_to') });
  return userJson(account);
};

/** `POST /resend`. Unknown and confirmed addresses get the same answer. */
export const resend: AuthEndpoint = (call) => {
  const { accounts, mailbox, query } = call;
  const { type, email, code_challenge } = readBody(call, resendSchema);
  if (type !== 'signup' && type !== 'email_change') throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  if (email === '') throw invalid('Type provided requires an email address');
  const account = accounts.byEmail(readEmail(email));
  const letter = { challenge: code_challenge || null, redirectTo: query.get('redirect_to') };
  if (type === 'signup' && account?.confirmedAt === null) mailbox.send(account, 'signup', letter);
  if (type === 'email_change' && account?.newEmail) mailbox.send(account, 'email_change', { ...letter, to: account.newEmail });
  return {};
};
