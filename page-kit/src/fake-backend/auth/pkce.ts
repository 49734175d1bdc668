import { AuthRefusal } from './auth-refusal.ts';
import { base64url } from './base64url.ts';

/** 404, for a code that is unknown or was used. */
export function unknownCode(): AuthRefusal {
  return new AuthRefusal('invalid flow state, no valid flow state found', { status: 404, code: 'flow_state_not_found' });
}

/** Checks that the browser which exchanges a code started the flow (RFC 7636). @throws AuthRefusal `bad_code_verifier` */
export async function requireVerifier(verifier: string, challenge: string | null): Promise<void> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  if (base64url(new Uint8Array(digest)) === challenge) return;
  throw new AuthRefusal('code challenge does not match previously saved code verifier', { status: 400, code: 'bad_code_verifier' });
}
