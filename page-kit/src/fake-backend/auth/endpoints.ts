import * as v from 'valibot';
import { confirm, now, readEmail, requireStrength, userJson, type Account } from './accounts.ts';
import { authenticate, object, readBody, text, type AuthCall, type AuthEndpoint } from './auth-call.ts';
import { AuthRefusal, invalid } from './auth-refusal.ts';
import type { MailPurpose } from './mailbox.ts';
import { unknownCode } from './pkce.ts';
import type { Tokens } from './sessions.ts';

const signUpSchema = v.object({ email: text, password: text, data: object, code_challenge: text });
const resendSchema = v.object({ type: text, email: text, code_challenge: text });

/** `POST /signup`. With confirmation, the response is the same for known and new email addresses. */
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

/** `POST /resend`. The response is the same for unknown and confirmed email addresses. */
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

const passwordSchema = v.object({ email: text, password: text });
const refreshSchema = v.object({ refresh_token: text });
const pkceSchema = v.object({ auth_code: text, code_verifier: text });

/** `POST /token?grant_type=…`: exchanges a credential for tokens. */
export const token: AuthEndpoint = async (call) => {
  switch (call.query.get('grant_type') ?? '') {
    case 'password':
      return passwordGrant(call);
    case 'refresh_token': {
      const { refresh_token: refreshToken } = readBody(call, refreshSchema);
      return call.sessions.refresh(refreshToken);
    }
    case 'pkce': {
      const { auth_code: code, code_verifier: verifier } = readBody(call, pkceSchema);
      const account = await call.providerFlows.takeCode(code, verifier);
      if (account) return call.sessions.open(account, 'oauth');
      const letter = await call.mailbox.takeCode(code, verifier);
      // The service returns no code for the first of two links.
      if (redeem(call, letter) === 'half') throw unknownCode();
      return call.sessions.open(letter.account, 'otp');
    }
    default:
      throw new AuthRefusal('unsupported_grant_type', { status: 400, code: 'invalid_credentials' });
  }
};

/** The response is the same for a wrong password and an unknown email address. */
async function passwordGrant(call: AuthCall): Promise<Tokens> {
  const { email, password } = readBody(call, passwordSchema);
  if (email === '') throw invalid('missing email or phone');
  const account = call.accounts.byEmail(email);
  if (account?.password !== password) throw new AuthRefusal('Invalid login credentials', { status: 400, code: 'invalid_credentials' });
  if (account.confirmedAt === null) throw new AuthRefusal('Email not confirmed', { status: 400, code: 'email_not_confirmed' });
  return call.sessions.open(account, 'password');
}

/** `POST /logout?scope=global|local|others`: ends sessions and revokes their refresh tokens. */
export const logOut: AuthEndpoint = (call) => {
  const session = authenticate(call);
  const scope = call.query.get('scope') ?? 'global';
  if (scope === 'local') call.sessions.end((other) => other === session);
  else if (scope === 'others') call.sessions.end((other) => other.account === session.account && other !== session);
  else if (scope === 'global') call.sessions.end((other) => other.account === session.account);
  else throw invalid(`Unsupported logout scope "${scope}"`);
  return undefined;
};

const recoverSchema = v.object({ email: text, code_challenge: text });
const otpSchema = v.object({ email: text, phone: text, create_user: v.nullish(v.boolean(), true), data: object, code_challenge: text });
const verifySchema = v.object({ type: text, token: text, token_hash: text, email: text });

/** `POST /recover`: mails a link to set a new password. The response is the same for unknown email addresses. */
export const recover: AuthEndpoint = (call) => {
  const { email, code_challenge } = readBody(call, recoverSchema);
  if (email === '') throw invalid('Password recovery requires an email');
  const account = call.accounts.byEmail(readEmail(email));
  if (account) call.mailbox.send(account, 'recovery', { challenge: code_challenge || null, redirectTo: call.query.get('redirect_to') });
  return {};
};

/** `POST /otp`: mails a link and a code to log in without a password. */
export const otp: AuthEndpoint = (call) => {
  const { email: given, phone, create_user: createUser, data, code_challenge } = readBody(call, otpSchema);
  if (phone !== '') throw new AuthRefusal('Unsupported phone provider', { status: 400, code: 'phone_provider_disabled' });
  if (given === '') throw invalid('One of email or phone must be set');
  const email = readEmail(given);
  const known = call.accounts.byEmail(email);
  if (!known && !createUser) throw new AuthRefusal('Signups not allowed for otp', { status: 422, code: 'otp_disabled' });
  const account = known ?? call.accounts.add({ email, password: crypto.randomUUID(), userMetadata: data ?? {}, confirmed: !call.confirmsAddresses() });
  const letter = { challenge: code_challenge || null, redirectTo: call.query.get('redirect_to') };
  call.mailbox.send(account, account.confirmedAt === null ? 'signup' : 'magiclink', letter);
  return {};
};

/** `POST /verify`: exchanges a mailed token, or a code and its email address, for a session. */
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

/** Applies a mailed token; `half` while a change of email address waits for the other mailbox. */
function redeem({ mailbox }: AuthCall, { account, purpose }: { readonly account: Account; readonly purpose: MailPurpose }): 'done' | 'half' {
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

const changesSchema = v.object({ email: text, password: v.nullish(v.string()), data: object, app_metadata: object, code_challenge: text });

/** `GET /user` */
export const readUser: AuthEndpoint = (call) => userJson(authenticate(call).account);

/** `PUT /user`: changes the password, email address or data of the signed-in user. */
export const updateUser: AuthEndpoint = (call) => {
  const session = authenticate(call);
  const { account } = session;
  const { email: given, password, data, app_metadata: appMetadata, code_challenge } = readBody(call, changesSchema);
  const email = given === '' ? account.email : readEmail(given);
  if (typeof password === 'string') requireStrength(password);
  if (appMetadata) throw new AuthRefusal('Updating app_metadata requires admin privileges', { status: 403, code: 'not_admin' });
  const changesEmail = email !== account.email;
  const needsCode = account.factors.some(({ status }) => status === 'verified') && session.aal !== 'aal2';
  if (needsCode && (changesEmail || typeof password === 'string')) {
    throw new AuthRefusal('AAL2 session is required to update email or password when MFA is enabled.', { status: 401, code: 'insufficient_aal' });
  }
  if (changesEmail && call.accounts.byEmail(email)) {
    throw new AuthRefusal('A user with this email address has already been registered', { status: 422, code: 'email_exists' });
  }
  if (password === account.password) {
    throw new AuthRefusal('New password should be different from the old password.', { status: 422, code: 'same_password' });
  }
  if (typeof password === 'string') {
    account.password = password;
    call.mailbox.voidTokens(account);
    call.sessions.end((other) => other.account === account && other !== session);
  }
  // A field that is null is removed.
  if (data) account.userMetadata = Object.fromEntries(Object.entries({ ...account.userMetadata, ...data }).filter(([, value]) => value !== null));
  if (changesEmail) {
    account.newEmail = email;
    // The links of an earlier change lead to an outdated email address.
    call.mailbox.voidTokens(account, 'email_change');
    const letter = { challenge: code_challenge || null, redirectTo: call.query.get('redirect_to') };
    call.mailbox.send(account, 'email_change', { ...letter, to: email });
    call.mailbox.send(account, 'email_change', letter);
  }
  account.updatedAt = now();
  return userJson(account);
};
