import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { AuthError, invalid } from '../auth-error.ts';
import { object, readBody, text } from '../call.ts';
import type { Answer, Call, Endpoint } from '../call.ts';
import { mailTransaction } from '../mail/outbox.ts';
import { sendRecovery } from '../mail/send-mail.ts';
import { readCodeChallenge } from '../pkce/code-challenge.ts';
import type { CodeChallenge } from '../pkce/code-challenge.ts';
import { saveFlowState } from '../pkce/flow-state.ts';
import { readEmail } from '../users/email-address.ts';
import { findUserByEmail } from '../users/find-user.ts';
import { answerApplicant, requireOpenSignUp } from './signup.ts';

const bodySchema = v.object({
  email: text,
  phone: text,
  channel: text,
  create_user: v.nullish(v.boolean(), true),
  data: object,
  code_challenge: text,
  code_challenge_method: text,
});

/** `POST /otp`: mails a link and a code to log in without a password. */
export const otp: Endpoint = {
  method: 'POST',
  path: '/otp',
  async handle(call) {
    call.auth.limiters.countRequest('otp', call);
    const body = readBody(call, bodySchema);
    if (body.email !== '' && body.phone !== '') throw invalid('Only an email address or phone number should be provided');
    if (body.email !== '' && body.channel !== '') throw invalid('Channel should only be specified with Phone OTP');
    const challenge = readCodeChallenge(body);
    if (body.email === '' && body.phone === '') throw invalid('One of email or phone must be set');
    if (body.phone !== '') throw new AuthError('Unsupported phone provider', { status: 400, code: 'phone_provider_disabled' });
    const email = readEmail(body.email);

    const user = await findUserByEmail(call.auth.database, email);
    if (!user && !body.create_user) throw new AuthError('Signups not allowed for otp', { status: 422, code: 'otp_disabled' });
    if (!user?.email_confirmed_at) {
      requireOpenSignUp(call);
      const password = randomBytes(33).toString('base64url');
      await answerApplicant(call, { email, password, data: body.data ?? {}, challenge });
      // The mail that confirms the address logs in as well.
      if (!call.auth.settings.autoconfirm) return { body: {} };
    }
    return mailLink(call, email, challenge);
  },
};

async function mailLink(call: Call, email: string, challenge: CodeChallenge | undefined): Promise<Answer> {
  await mailTransaction(call, async (queries, outbox) => {
    const user = await findUserByEmail(queries, email);
    if (!user) return;
    if (challenge) await saveFlowState(queries, user.id, 'magiclink', challenge);
    await sendRecovery(outbox, queries, user, 'magic_link', challenge !== undefined);
  });
  return { body: {} };
}
