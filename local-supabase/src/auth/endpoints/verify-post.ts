import * as v from 'valibot';
import { AuthError, invalid } from '../auth-error.ts';
import { readBody, text } from '../call.ts';
import type { Endpoint } from '../call.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { tokenHash } from '../tokens/one-time-token.ts';
import { readEmail } from '../users/email-address.ts';
import { findByCode, findByHash } from '../verification/mailed-token.ts';
import { redeemToken, singleConfirmation } from '../verification/redeem-token.ts';

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
  } else if (body.phone !== '') {
    throw new AuthError('Unsupported phone provider', { status: 400, code: 'phone_provider_disabled' });
  }
}

/** `POST /verify`: a mailed token, or a typed code with its address, for a session. */
export const verifyPost: Endpoint = {
  method: 'POST',
  path: '/verify',
  async handle(call) {
    call.auth.limiters.countRequest('verify', call);
    const body = readBody(call, bodySchema);
    requireValid(body);
    const email = body.email === '' ? '' : readEmail(body.email);
    const tokens = await call.auth.database.transaction(async (queries) => {
      const found =
        body.token_hash === ''
          ? await findByCode(call, queries, body.type, email, tokenHash(email, body.token))
          : await findByHash(call, queries, body.type, body.token_hash);
      if ((await redeemToken(call.auth, queries, found)) === 'half') return undefined;
      return issueSession(call, queries, found.user.id, 'otp');
    });
    return { body: tokens ?? { msg: singleConfirmation, code: '200' } };
  },
};
