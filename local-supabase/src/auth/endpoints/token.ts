import { AuthError } from '../auth-error.ts';
import type { Answer, Call, Endpoint } from '../call.ts';
import { passwordGrant } from './password-grant.ts';
import { pkceGrant } from './pkce-grant.ts';
import { refreshGrant } from './refresh-grant.ts';

const grants = new Map<string, (call: Call) => Promise<Answer>>([
  ['password', passwordGrant],
  ['refresh_token', refreshGrant],
  ['pkce', pkceGrant],
]);

/** `POST /token?grant_type=…`: tokens in exchange for a proof. */
export const token: Endpoint = {
  method: 'POST',
  path: '/token',
  handle(call) {
    const grant = grants.get(call.query.get('grant_type') ?? '');
    if (!grant) throw new AuthError('unsupported_grant_type', { status: 400, code: 'invalid_credentials' });
    call.auth.limiters.countRequest('token', call);
    return grant(call);
  },
};
