import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { AuthError, invalid } from '../auth-error.ts';
import { object, readBody, text } from '../call.ts';
import type { Call, Endpoint, EndpointResponse } from '../call.ts';
import { mailTransaction, sendConfirmation } from '../mail/outbox.ts';
import { hashPassword, requireStrength } from '../passwords.ts';
import { requireSmsChannel, sendPhoneCode } from '../phone-codes.ts';
import { readCodeChallenge, saveFlowState } from '../pkce.ts';
import type { CodeChallenge } from '../pkce.ts';
import { issueSession } from '../sessions.ts';
import { userJson } from '../user-json.ts';
import { confirmPhone, confirmUser, createAnonymousUser, createUser, findUserByEmail, findUserById, findUserByPhone, readEmail, readPhone } from '../users.ts';
import type { UserRow } from '../users.ts';

const bodySchema = v.object({
  email: text,
  phone: text,
  channel: text,
  password: text,
  data: object,
  code_challenge: text,
  code_challenge_method: text,
});

/** A valid sign-up request. The email address or the phone number is in its stored form. */
interface SignUpRequest {
  contact: { email: string; phone?: undefined } | { email?: undefined; phone: string };
  password: string;
  data: Record<string, unknown>;
  challenge: CodeChallenge | undefined;
}

/** `POST /signup`: creates an account with a password and an email address or a phone number. */
export const signup: Endpoint = {
  method: 'POST',
  path: '/signup',
  async handle(call) {
    const body = readBody(call, bodySchema);
    if (body.email === '' && body.phone === '') return signInAnonymously(call, body.data ?? {});
    call.auth.limiters.countRequest('signup', call);
    requireOpenSignUp(call);
    if (body.password === '') throw invalid('Signup requires a valid password');
    requireStrength(body.password, call.auth.settings);
    if (body.email !== '' && body.phone !== '') {
      throw invalid('Only an email address or phone number should be provided on signup.');
    }
    const challenge = readCodeChallenge(body);
    if (body.email === '') {
      requireSmsChannel(body.channel);
      if (challenge) throw invalid('PKCE not supported for phone signups');
      requirePhoneAccounts(call, 'Phone signups are disabled');
    } else {
      requireEmailAccounts(call, 'Email signups are disabled');
    }
    const contact = body.email === '' ? { phone: readPhone(body.phone) } : { email: readEmail(body.email) };
    return registerUser(call, { contact, password: body.password, data: body.data ?? {}, challenge });
  },
};

/** Creates a user without an email address, who can add one later. @throws AuthError `anonymous_provider_disabled`, `signup_disabled` */
async function signInAnonymously(call: Call, data: Record<string, unknown>): Promise<EndpointResponse> {
  if (!call.auth.settings.anonymousSignInsEnabled) {
    throw new AuthError('Anonymous sign-ins are disabled', { status: 422, code: 'anonymous_provider_disabled' });
  }
  call.auth.limiters.countRequest('anonymous', call);
  requireOpenSignUp(call);
  const tokens = await call.auth.database.transaction(async (queries) => issueSession(call, queries, await createAnonymousUser(queries, data), 'anonymous'));
  return { body: tokens };
}

/** @throws AuthError `signup_disabled` */
export function requireOpenSignUp(call: Call): void {
  if (!call.auth.settings.signUpEnabled) {
    throw new AuthError('Signups not allowed for this instance', { status: 422, code: 'signup_disabled' });
  }
}

/** @param message that of the endpoint @throws AuthError `email_provider_disabled` */
export function requireEmailAccounts(call: Call, message = 'Email logins are disabled', status = 400): void {
  if (!call.auth.settings.emailEnabled) throw new AuthError(message, { status, code: 'email_provider_disabled' });
}

/** @param message that of the endpoint @throws AuthError `phone_provider_disabled` */
export function requirePhoneAccounts(call: Call, message: string, status = 400): void {
  if (!call.auth.settings.sms.enabled) throw new AuthError(message, { status, code: 'phone_provider_disabled' });
}

/** Whether the account's email address, or its phone number, counts as confirmed without a code. */
function isAutoconfirmed({ settings: { autoconfirm, sms } }: Call['auth'], { phone }: SignUpRequest['contact']): boolean {
  return phone === undefined ? autoconfirm : sms.autoconfirm;
}

/**
 * Registers a user. With confirmation on, a known email address or phone number gets the same response as an unknown one,
 * so that callers cannot find out who has an account. With confirmation off, it gets `user_already_exists`.
 */
export async function registerUser(call: Call, applicant: SignUpRequest): Promise<EndpointResponse> {
  const { settings } = call.auth;
  const { email, phone } = applicant.contact;
  // Always hashed, so that the response time does not reveal whether the account is known, and before the database is locked.
  const passwordHash = await hashPassword(applicant.password, settings.passwordCost);
  const id = randomUUID();
  const outcome = await mailTransaction(call, async (queries, outbox) => {
    let user = await (phone === undefined ? findUserByEmail(queries, email) : findUserByPhone(queries, phone));
    if (phone === undefined ? user?.email_confirmed_at : user?.phone_confirmed_at) return { known: user };
    if (!user) {
      await createUser(queries, {
        id,
        ...applicant.contact,
        passwordHash,
        userMetadata: applicant.data,
        signUpData: applicant.data,
      });
      user = await findUserById(queries, id);
    }
    if (!user) throw new AuthError('Database error saving new user', { status: 500, code: 'unexpected_failure' });
    if (isAutoconfirmed(call.auth, applicant.contact)) {
      await (phone === undefined ? confirmUser(queries, user.id) : confirmPhone(queries, user.id));
      return { token: await issueSession(call, queries, user.id, 'password') };
    }
    if (applicant.challenge) await saveFlowState(queries, user.id, 'email/signup', applicant.challenge);
    if (phone === undefined) await sendConfirmation(outbox, queries, user, applicant.challenge !== undefined);
    else await sendPhoneCode(call, queries, user, 'sign-in', phone);
    return { pending: await findUserById(queries, user.id) };
  });
  if (outcome.token) return { body: outcome.token };
  if (outcome.pending) return { body: userJson(outcome.pending) };
  if (!outcome.known) throw new AuthError('Database error saving new user', { status: 500, code: 'unexpected_failure' });
  // Also for the other kind of contact, as in GoTrue.
  if (settings.autoconfirm || (settings.sms.enabled && settings.sms.autoconfirm)) throw new AuthError('User already registered', { status: 422, code: 'user_already_exists' });
  return { body: userJson(obfuscatedUser(outcome.known, applicant)) };
}

/** A made-up user in place of an existing one (GoTrue's sanitizeUser). */
function obfuscatedUser(known: UserRow, applicant: SignUpRequest): UserRow {
  const now = new Date().toISOString();
  const provider = applicant.contact.phone === undefined ? 'email' : 'phone';
  return {
    ...known,
    id: randomUUID(),
    role: '',
    ...(applicant.contact.phone === undefined ? { phone: '' } : { email: '' }),
    email_change: '',
    created_at: now,
    updated_at: now,
    confirmation_sent_at: now,
    last_sign_in_at: null,
    confirmed_at: null,
    email_confirmed_at: null,
    phone_confirmed_at: null,
    email_change_sent_at: null,
    recovery_sent_at: null,
    reauthentication_sent_at: null,
    invited_at: null,
    banned_until: null,
    identities: [],
    factors: [],
    raw_user_meta_data: applicant.data,
    raw_app_meta_data: { provider, providers: [provider] },
  };
}
