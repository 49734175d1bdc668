import * as v from 'valibot';
import { AuthError, invalid } from '../auth-error.ts';
import { readBody, text } from '../call.ts';
import type { Endpoint } from '../call.ts';
import { mailTransaction } from '../mail/outbox.ts';
import { sendConfirmation, sendEmailChange } from '../mail/send-mail.ts';
import { readCodeChallenge } from '../pkce/code-challenge.ts';
import { saveFlowState } from '../pkce/flow-state.ts';
import { readEmail } from '../users/email-address.ts';
import { findUserByEmail } from '../users/find-user.ts';

const bodySchema = v.object({ type: text, email: text, phone: text, code_challenge: text, code_challenge_method: text });

/** `POST /resend`: mails a confirmation again. Unknown and confirmed addresses get the same answer. */
export const resend: Endpoint = {
  method: 'POST',
  path: '/resend',
  async handle(call) {
    call.auth.limiters.countRequest('resend', call);
    const body = readBody(call, bodySchema);
    if (!['signup', 'email_change', 'sms', 'phone_change'].includes(body.type)) {
      throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
    }
    const challenge = readCodeChallenge(body);
    if (body.email === '' && body.type === 'signup') throw invalid('Type provided requires an email address');
    if (body.phone === '' && body.type === 'sms') throw invalid('Type provided requires a phone number');
    if (body.email !== '' && body.phone !== '') throw invalid('Only an email address or phone number should be provided.');
    if (body.email === '' && body.phone === '') throw invalid('Missing email address or phone number');
    if (body.phone !== '') throw new AuthError('Phone logins are disabled', { status: 400, code: 'phone_provider_disabled' });
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
