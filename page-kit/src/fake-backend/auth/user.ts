import * as v from 'valibot';
import { now, userJson } from './account.ts';
import { readEmail, requireStrength } from './accounts.ts';
import { authenticate, object, readBody, text, type AuthEndpoint } from './auth-call.ts';
import { AuthRefusal } from './auth-refusal.ts';

const changesSchema = v.object({ email: text, password: v.nullish(v.string()), data: object, app_metadata: object, code_challenge: text });

/** `GET /user` */
export const readUser: AuthEndpoint = (call) => userJson(authenticate(call).account);

/** `PUT /user`: changes password, address or data of the signed-in person. */
export const updateUser: AuthEndpoint = (call) => {
  const session = authenticate(call);
  const { account } = session;
  const { email: given, password, data, app_metadata: appMetadata, code_challenge } = readBody(call, changesSchema);
  const email = given === '' ? account.email : readEmail(given);
  if (typeof password === 'string') requireStrength(password);
  if (appMetadata) throw new AuthRefusal('Updating app_metadata requires admin privileges', { status: 403, code: 'not_admin' });
  const changesEmail = email !== account.email;
  const owesCode = account.factors.some(({ status }) => status === 'verified') && session.aal !== 'aal2';
  if (owesCode && (changesEmail || typeof password === 'string')) {
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
    // Those of an earlier wish lead to an address that is no longer wanted.
    call.mailbox.voidTokens(account, 'email_change');
    const letter = { challenge: code_challenge || null, redirectTo: call.query.get('redirect_to') };
    call.mailbox.send(account, 'email_change', { ...letter, to: email });
    call.mailbox.send(account, 'email_change', letter);
  }
  account.updatedAt = now();
  return userJson(account);
};
