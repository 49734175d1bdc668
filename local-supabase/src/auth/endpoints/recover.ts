import * as v from 'valibot';
import { invalid } from '../auth-error.ts';
import { readBody, text } from '../call.ts';
import type { Endpoint } from '../call.ts';
import { mailTransaction } from '../mail/outbox.ts';
import { sendRecovery } from '../mail/send-mail.ts';
import { readCodeChallenge } from '../pkce/code-challenge.ts';
import { saveFlowState } from '../pkce/flow-state.ts';
import { readEmail } from '../users/email-address.ts';
import { findUserByEmail } from '../users/find-user.ts';

const bodySchema = v.object({ email: text, code_challenge: text, code_challenge_method: text });

/** `POST /recover`: mails a link to set a new password. Unknown addresses get the same answer. */
export const recover: Endpoint = {
  method: 'POST',
  path: '/recover',
  async handle(call) {
    call.auth.limiters.countRequest('recover', call);
    const body = readBody(call, bodySchema);
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
