import { AuthError, invalid } from '../auth-error.ts';
import { authenticate } from '../authenticate.ts';
import type { Endpoint } from '../call.ts';
import { mailTransaction } from '../mail/outbox.ts';
import { sendReauthentication } from '../mail/send-mail.ts';

/** `GET /reauthenticate`: mails the code that a password change may ask for. */
export const reauthenticate: Endpoint = {
  method: 'GET',
  path: '/reauthenticate',
  async handle(call) {
    const { user } = await authenticate(call);
    if (!user.email) throw invalid('Reauthentication requires the user to have an email or a phone number');
    if (!user.email_confirmed_at) throw new AuthError('Please verify your email first.', { status: 422, code: 'email_not_confirmed' });
    await mailTransaction(call, (queries, outbox) => sendReauthentication(outbox, queries, user));
    return { body: {} };
  },
};
