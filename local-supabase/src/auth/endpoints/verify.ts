import * as v from 'valibot';
import { AuthError, invalid, REDIRECT_ERRORS } from '../auth-error.ts';
import { readBody, text } from '../call.ts';
import type { Call, Endpoint, EndpointResponse } from '../call.ts';
import { redirectAddress } from '../mail/mailing.ts';
import { notify, notifyPhoneChange } from '../mail/notifications.ts';
import { findByCode, findByHash, type FoundToken, otpExpired, PKCE_PREFIX, redeemToken, SINGLE_CONFIRMATION_MESSAGE, tokenHash } from '../one-time-tokens.ts';
import { findByPhoneCode, isPhoneVerification, redeemPhoneCode } from '../phone-codes.ts';
import { issueAuthCode } from '../pkce.ts';
import type { FlowMethod } from '../pkce.ts';
import { issueSession } from '../sessions.ts';
import { findUserById, readEmail, readPhone } from '../users.ts';
import type { UserRow } from '../users.ts';

const FLOW_METHODS = new Map<string, FlowMethod>([
  ['signup', 'email/signup'],
  ['email', 'email/signup'],
  ['recovery', 'recovery'],
  ['magiclink', 'magiclink'],
  ['email_change', 'email_change'],
]);

/** `GET /verify?token=…&type=…&redirect_to=…`: the link in stock mail templates. Redirects the browser. */
export const verifyGet: Endpoint = {
  method: 'GET',
  path: '/verify',
  withoutKey: true,
  async handle(call) {
    call.auth.limiters.countRequest('verify', call);
    const hash = call.query.get('token') ?? '';
    const type = call.query.get('type') ?? '';
    if (type === '') throw invalid('Verify requires a verification type');
    if (hash === '') throw invalid('Verify requires a token or a token hash');
    const isPkce = hash.startsWith(PKCE_PREFIX);
    try {
      return await follow(call, type, hash, isPkce);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      return redirect(call, isPkce, {
        ...(REDIRECT_ERRORS.has(error.status) ? { error: REDIRECT_ERRORS.get(error.status) ?? '' } : {}),
        error_code: error.code,
        error_description: error.message,
      });
    }
  },
};

async function follow(call: Call, type: string, hash: string, isPkce: boolean): Promise<EndpointResponse> {
  const { response, changed } = await call.auth.database.transaction(async (queries): Promise<{ response: EndpointResponse; changed?: UserRow | undefined }> => {
    const found = await findByHash(call, queries, type, hash);
    if ((await redeemToken(call.auth, queries, found)) === 'half') return { response: redirect(call, isPkce, { message: SINGLE_CONFIRMATION_MESSAGE }) };
    const changed = changedBy(found);
    if (isPkce) {
      const code = await issueAuthCode(queries, found.user.id, FLOW_METHODS.get(type) ?? 'email/signup');
      const address = new URL(redirectAddress(call));
      address.searchParams.set('code', code);
      return { response: { status: 303, headers: { location: address.toString() } }, changed };
    }
    const tokens = await issueSession(call, queries, found.user.id, 'otp');
    const fragment = new URLSearchParams({ type, sb: '' });
    for (const name of ['access_token', 'token_type', 'expires_in', 'expires_at', 'refresh_token']) fragment.set(name, String(tokens[name]));
    return { response: { status: 303, headers: { location: `${redirectAddress(call)}#${fragment.toString()}` } }, changed };
  });
  if (changed) await notifyOldAddress(call, changed);
  return response;
}

/** The account before its email address changed; undefined if the token was for something else. */
function changedBy({ purpose, user }: FoundToken): UserRow | undefined {
  return purpose === 'email_change' ? user : undefined;
}

/** @param before the account before its email address changed */
async function notifyOldAddress(call: Call, before: UserRow): Promise<void> {
  const oldEmail = before.email ?? '';
  await notify(call, { kind: 'email_changed', user: { ...before, email: before.email_change }, to: oldEmail, oldEmail });
}

/** Puts the values into the fragment. PKCE pages read the query, so they get them there too. */
function redirect(call: Call, isPkce: boolean, values: Record<string, string>): EndpointResponse {
  const address = new URL(redirectAddress(call));
  if (isPkce) for (const [name, value] of Object.entries(values)) address.searchParams.set(name, value);
  address.hash = new URLSearchParams({ ...values, sb: '' }).toString();
  return { status: 303, headers: { location: address.toString() } };
}

const bodySchema = v.object({ type: text, token: text, token_hash: text, email: text, phone: text, redirect_to: text });
type Body = v.InferOutput<typeof bodySchema>;

/** @throws AuthError `validation_failed` */
function requireValid(body: Body): void {
  if (body.type === '') throw invalid('Verify requires a verification type');
  if ((body.token === '') === (body.token_hash === '')) throw invalid('Verify requires either a token or a token hash');
  if (body.token_hash !== '') {
    if (body.email !== '' || body.phone !== '' || body.redirect_to !== '') throw invalid('Only the token_hash and type should be provided');
  } else if ((body.email === '') === (body.phone === '')) {
    throw invalid('Only an email address or phone number should be provided on verify');
  }
}

/** Exchanges a code of an SMS for a session. */
async function verifyPhone(call: Call, { type, phone: given, token }: Body): Promise<EndpointResponse> {
  const phone = readPhone(given);
  // As in GoTrue, which looks for such a code among those of mails.
  if (!isPhoneVerification(type)) throw otpExpired('Token has expired or is invalid');
  const { tokens, before, after } = await call.auth.database.transaction(async (queries) => {
    const user = await findByPhoneCode(call, queries, type, phone, token);
    await redeemPhoneCode(queries, user, type);
    return { tokens: await issueSession(call, queries, user.id, 'otp'), before: user, after: await findUserById(queries, user.id) };
  });
  if (after) await notifyPhoneChange(call, before, after);
  return { body: tokens };
}

/** `POST /verify`: exchanges a mailed token, or a typed code with its email address, for a session. */
export const verifyPost: Endpoint = {
  method: 'POST',
  path: '/verify',
  async handle(call) {
    call.auth.limiters.countRequest('verify', call);
    const body = readBody(call, bodySchema);
    requireValid(body);
    if (body.phone !== '') return verifyPhone(call, body);
    const email = body.email === '' ? '' : readEmail(body.email);
    const { tokens, changed } = await call.auth.database.transaction(async (queries) => {
      const found =
        body.token_hash === ''
          ? await findByCode(call, queries, body.type, email, tokenHash(email, body.token))
          : await findByHash(call, queries, body.type, body.token_hash);
      if ((await redeemToken(call.auth, queries, found)) === 'half') return {};
      return { tokens: await issueSession(call, queries, found.user.id, 'otp'), changed: changedBy(found) };
    });
    if (changed) await notifyOldAddress(call, changed);
    return { body: tokens ?? { msg: SINGLE_CONFIRMATION_MESSAGE, code: '200' } };
  },
};
