import { AuthError, invalid } from '../auth-error.ts';
import type { Answer, Call, Endpoint } from '../call.ts';
import { redirectAddress } from '../mail/redirect-address.ts';
import { issueAuthCode } from '../pkce/flow-state.ts';
import type { FlowMethod } from '../pkce/flow-state.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { pkcePrefix } from '../tokens/one-time-token.ts';
import { findByHash } from '../verification/mailed-token.ts';
import { redeemToken, singleConfirmation } from '../verification/redeem-token.ts';

/** What GoTrue calls errors in redirects (RFC 6749 §4.1.2.1), by status. */
const redirectErrors = new Map([
  [400, 'invalid_request'],
  [401, 'unauthorized_client'],
  [403, 'access_denied'],
  [500, 'server_error'],
  [503, 'temporarily_unavailable'],
]);

const flowMethods = new Map<string, FlowMethod>([
  ['signup', 'email/signup'],
  ['email', 'email/signup'],
  ['recovery', 'recovery'],
  ['magiclink', 'magiclink'],
  ['email_change', 'email_change'],
]);

/** `GET /verify?token=…&type=…&redirect_to=…`: what stock mail templates link to. Sends the browser on. */
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
    const isPkce = hash.startsWith(pkcePrefix);
    try {
      return await follow(call, type, hash, isPkce);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      return redirect(call, isPkce, {
        ...(redirectErrors.has(error.status) ? { error: redirectErrors.get(error.status) ?? '' } : {}),
        error_code: error.code,
        error_description: error.message,
      });
    }
  },
};

async function follow(call: Call, type: string, hash: string, isPkce: boolean): Promise<Answer> {
  return call.auth.database.transaction(async (queries) => {
    const found = await findByHash(call, queries, type, hash);
    if ((await redeemToken(call.auth, queries, found)) === 'half') return redirect(call, isPkce, { message: singleConfirmation });
    if (isPkce) {
      const code = await issueAuthCode(queries, found.user.id, flowMethods.get(type) ?? 'email/signup');
      const address = new URL(redirectAddress(call));
      address.searchParams.set('code', code);
      return { status: 303, headers: { location: address.toString() } };
    }
    const tokens = await issueSession(call, queries, found.user.id, 'otp');
    const fragment = new URLSearchParams({ type, sb: '' });
    for (const name of ['access_token', 'token_type', 'expires_in', 'expires_at', 'refresh_token']) fragment.set(name, String(tokens[name]));
    return { status: 303, headers: { location: `${redirectAddress(call)}#${fragment.toString()}` } };
  });
}

/** Values go into the fragment, and for PKCE flows, whose pages read the query, there as well. */
function redirect(call: Call, isPkce: boolean, values: Record<string, string>): Answer {
  const address = new URL(redirectAddress(call));
  if (isPkce) for (const [name, value] of Object.entries(values)) address.searchParams.set(name, value);
  address.hash = new URLSearchParams({ ...values, sb: '' }).toString();
  return { status: 303, headers: { location: address.toString() } };
}
