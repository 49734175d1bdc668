import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { AuthError, invalid } from '../auth-error.ts';
import { authenticate } from '../authenticate.ts';
import { object, readBody, text } from '../call.ts';
import type { Call, Endpoint, EndpointResponse } from '../call.ts';
import { mailTransaction, sendConfirmation, sendEmailChange, sendReauthentication, sendRecovery } from '../mail/outbox.ts';
import { readCodeChallenge, saveFlowState } from '../pkce.ts';
import type { CodeChallenge } from '../pkce.ts';
import { requireSmsChannel, sendPhoneCode } from '../phone-codes.ts';
import { findUserByEmail, findUserByPhone, readEmail, readPhone } from '../users.ts';
import { registerUser, requireEmailAccounts, requireOpenSignUp, requirePhoneAccounts } from './signup.ts';

const otpSchema = v.object({
  email: text,
  phone: text,
  channel: text,
  create_user: v.nullish(v.boolean(), true),
  data: object,
  code_challenge: text,
  code_challenge_method: text,
});

/** `POST /otp`: mails a link and a code for logging in without a password, or sends a code by SMS. */
export const otp: Endpoint = {
  method: 'POST',
  path: '/otp',
  async handle(call) {
    call.auth.limiters.countRequest('otp', call);
    const body = readBody(call, otpSchema);
    if (body.email !== '' && body.phone !== '') throw invalid('Only an email address or phone number should be provided');
    if (body.email !== '' && body.channel !== '') throw invalid('Channel should only be specified with Phone OTP');
    const challenge = readCodeChallenge(body);
    if (body.email === '' && body.phone === '') throw invalid('One of email or phone must be set');
    if (body.phone !== '') return requestPhoneCode(call, readPhone(body.phone), body);
    const email = readEmail(body.email);

    const user = await findUserByEmail(call.auth.database, email);
    if (!user && !body.create_user) throw new AuthError('Signups not allowed for otp', { status: 422, code: 'otp_disabled' });
    requireEmailAccounts(call, undefined, 422);
    if (!user?.email_confirmed_at) {
      requireOpenSignUp(call);
      const password = randomBytes(33).toString('base64url');
      await registerUser(call, { contact: { email }, password, data: body.data ?? {}, challenge });
      // The confirmation mail also logs in.
      if (!call.auth.settings.autoconfirm) return { body: {} };
    }
    return mailLink(call, email, challenge);
  },
};

/** Sends a log-in code by SMS. Creates the account if the number has none. */
async function requestPhoneCode(call: Call, phone: string, { create_user: creates, channel, data }: v.InferOutput<typeof otpSchema>): Promise<EndpointResponse> {
  const { database, settings } = call.auth;
  const user = await findUserByPhone(database, phone);
  if (!user && !creates) throw new AuthError('Signups not allowed for otp', { status: 422, code: 'otp_disabled' });
  requirePhoneAccounts(call, 'Unsupported phone provider');
  requireSmsChannel(channel);
  if (!user?.phone_confirmed_at) {
    requireOpenSignUp(call);
    await registerUser(call, { contact: { phone }, password: randomBytes(33).toString('base64url'), data: data ?? {}, challenge: undefined });
    // The code that confirms the number also logs in.
    if (!settings.sms.autoconfirm) return { body: {} };
  }
  return database.transaction(async (queries) => {
    const known = await findUserByPhone(queries, phone);
    return { body: known ? await sendPhoneCode(call, queries, known, 'sign-in', phone) : {} };
  });
}

async function mailLink(call: Call, email: string, challenge: CodeChallenge | undefined): Promise<EndpointResponse> {
  await mailTransaction(call, async (queries, outbox) => {
    const user = await findUserByEmail(queries, email);
    if (!user) return;
    if (challenge) await saveFlowState(queries, user.id, 'magiclink', challenge);
    await sendRecovery(outbox, queries, user, 'magic_link', challenge !== undefined);
  });
  return { body: {} };
}

const recoverySchema = v.object({ email: text, code_challenge: text, code_challenge_method: text });

/** `POST /recover`: mails a link for setting a new password. Unknown email addresses get the same response. */
export const recover: Endpoint = {
  method: 'POST',
  path: '/recover',
  async handle(call) {
    call.auth.limiters.countRequest('recover', call);
    requireEmailAccounts(call);
    const body = readBody(call, recoverySchema);
    if (body.email === '') throw invalid('Password recovery requires an email');
    const email = readEmail(body.email);
    const challenge = readCodeChallenge(body);
    await mailTransaction(call, async (queries, outbox) => {
      const user = await findUserByEmail(queries, email);
      if (!user) return;
      if (challenge) await saveFlowState(queries, user.id, 'recovery', challenge);
      await sendRecovery(outbox, queries, user, 'recovery', challenge !== undefined);
    });
    return { body: {} };
  },
};

const resendSchema = v.object({ type: text, email: text, phone: text, code_challenge: text, code_challenge_method: text });

/** `POST /resend`: sends a confirmation again. Unknown and confirmed email addresses and phone numbers get the same response. */
export const resend: Endpoint = {
  method: 'POST',
  path: '/resend',
  async handle(call) {
    call.auth.limiters.countRequest('resend', call);
    const body = readBody(call, resendSchema);
    if (!['signup', 'email_change', 'sms', 'phone_change'].includes(body.type)) {
      throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
    }
    const challenge = readCodeChallenge(body);
    if (body.email === '' && body.type === 'signup') throw invalid('Type provided requires an email address');
    if (body.phone === '' && body.type === 'sms') throw invalid('Type provided requires a phone number');
    if (body.email !== '' && body.phone !== '') throw invalid('Only an email address or phone number should be provided.');
    if (body.email === '' && body.phone === '') throw invalid('Missing email address or phone number');
    if (body.phone !== '') return resendPhoneCode(call, body);
    requireEmailAccounts(call);
    const email = readEmail(body.email);
    await mailTransaction(call, async (queries, outbox) => {
      const user = await findUserByEmail(queries, email);
      if (!user) return;
      const pkce = challenge !== undefined;
      if (body.type === 'signup' && !user.email_confirmed_at) {
        if (challenge) await saveFlowState(queries, user.id, 'email/signup', challenge);
        await sendConfirmation(outbox, queries, user, pkce);
      } else if (body.type === 'email_change' && user.email_change !== '') {
        if (challenge) await saveFlowState(queries, user.id, 'email_change', challenge);
        await sendEmailChange(outbox, queries, user, user.email_change, pkce);
      }
    });
    return { body: {} };
  },
};

async function resendPhoneCode(call: Call, { type, phone: given }: v.InferOutput<typeof resendSchema>): Promise<EndpointResponse> {
  requirePhoneAccounts(call, 'Phone logins are disabled');
  const phone = readPhone(given);
  return call.auth.database.transaction(async (queries) => {
    const user = await findUserByPhone(queries, phone);
    if (user && type === 'sms' && !user.phone_confirmed_at) return { body: await sendPhoneCode(call, queries, user, 'sign-in', phone) };
    if (user && type === 'phone_change' && user.phone_change !== '') return { body: await sendPhoneCode(call, queries, user, 'change', user.phone_change) };
    return { body: {} };
  });
}

/** `GET /reauthenticate`: sends the code that a password change may require: by mail, or by SMS to users without an email address. */
export const reauthenticate: Endpoint = {
  method: 'GET',
  path: '/reauthenticate',
  async handle(call) {
    const { user } = await authenticate(call);
    if (!user.email) {
      const { phone } = user;
      if (!phone) throw invalid('Reauthentication requires the user to have an email or a phone number');
      if (!user.phone_confirmed_at) throw new AuthError('Please verify your phone first.', { status: 422, code: 'phone_not_confirmed' });
      return { body: await call.auth.database.transaction((queries) => sendPhoneCode(call, queries, user, 'reauthentication', phone)) };
    }
    if (!user.email_confirmed_at) throw new AuthError('Please verify your email first.', { status: 422, code: 'email_not_confirmed' });
    await mailTransaction(call, (queries, outbox) => sendReauthentication(outbox, queries, user));
    return { body: {} };
  },
};
