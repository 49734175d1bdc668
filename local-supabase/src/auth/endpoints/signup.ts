import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { AuthError, invalid } from '../auth-error.ts';
import { object, readBody, text } from '../call.ts';
import type { Answer, Call, Endpoint } from '../call.ts';
import { mailTransaction, sendConfirmation } from '../mail/outbox.ts';
import { hashPassword, requireStrength } from '../passwords.ts';
import { readCodeChallenge, saveFlowState } from '../pkce.ts';
import type { CodeChallenge } from '../pkce.ts';
import { issueSession } from '../sessions.ts';
import { userJson } from '../user-json.ts';
import { confirmUser, createAnonymousUser, createUser, findUserByEmail, findUserById, readEmail } from '../users.ts';
import type { UserRow } from '../users.ts';

const bodySchema = v.object({
  email: text,
  phone: text,
  password: text,
  data: object,
  code_challenge: text,
  code_challenge_method: text,
});

/** A valid sign-up request. The email is in its stored form. */
interface SignUpRequest {
  email: string;
  password: string;
  data: Record<string, unknown>;
  challenge: CodeChallenge | undefined;
}

/** `POST /signup`: creates an account with email and password. */
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
    if (body.email === '') throw new AuthError('Phone signups are disabled', { status: 400, code: 'phone_provider_disabled' });
    const email = readEmail(body.email);
    return registerUser(call, { email, password: body.password, data: body.data ?? {}, challenge });
  },
};

/** Creates a user without an email address, who can add one later. @throws AuthError `anonymous_provider_disabled`, `signup_disabled` */
async function signInAnonymously(call: Call, data: Record<string, unknown>): Promise<Answer> {
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

/**
 * Registers a user. With confirmation on, a known email address gets the same response as an unknown one,
 * so that callers cannot find out who has an account. With confirmation off, it gets `user_already_exists`.
 */
export async function registerUser(call: Call, applicant: SignUpRequest): Promise<Answer> {
  const { settings } = call.auth;
  // Always hashed, so that the response time does not reveal whether the email address is known, and before the database is locked.
  const passwordHash = await hashPassword(applicant.password, settings.passwordCost);
  const id = randomUUID();
  const outcome = await mailTransaction(call, async (queries, outbox) => {
    let user = await findUserByEmail(queries, applicant.email);
    if (user?.email_confirmed_at) return { known: user };
    if (!user) {
      await createUser(queries, {
        id,
        email: applicant.email,
        passwordHash,
        userMetadata: applicant.data,
        signUpData: applicant.data,
      });
      user = await findUserById(queries, id);
    }
    if (!user) throw new AuthError('Database error saving new user', { status: 500, code: 'unexpected_failure' });
    if (settings.autoconfirm) {
      await confirmUser(queries, user.id);
      return { token: await issueSession(call, queries, user.id, 'password') };
    }
    if (applicant.challenge) await saveFlowState(queries, user.id, 'email/signup', applicant.challenge);
    await sendConfirmation(outbox, queries, user, applicant.challenge !== undefined);
    return { pending: await findUserById(queries, user.id) };
  });
  if (outcome.token) return { body: outcome.token };
  if (outcome.pending) return { body: userJson(outcome.pending) };
  if (!outcome.known) throw new AuthError('Database error saving new user', { status: 500, code: 'unexpected_failure' });
  if (settings.autoconfirm) throw new AuthError('User already registered', { status: 422, code: 'user_already_exists' });
  return { body: userJson(obfuscatedUser(outcome.known, applicant)) };
}

/** A made-up user in place of an existing one (GoTrue's sanitizeUser). */
function obfuscatedUser(known: UserRow, applicant: SignUpRequest): UserRow {
  const now = new Date().toISOString();
  return {
    ...known,
    id: randomUUID(),
    role: '',
    phone: '',
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
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
  };
}
