import { createHash, timingSafeEqual } from 'node:crypto';
import { AuthError, invalid } from '../auth-error.ts';

/** A challenge that only the browser which made it can answer (RFC 7636). */
export interface CodeChallenge {
  challenge: string;
  method: 's256' | 'plain';
}

/** Reads the two PKCE fields of a body; undefined when neither is given. @throws AuthError */
export function readCodeChallenge(body: { code_challenge: string; code_challenge_method: string }): CodeChallenge | undefined {
  const { code_challenge: challenge, code_challenge_method: given } = body;
  if ((challenge === '') !== (given === '')) throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  if (challenge === '') return undefined;
  if (challenge.length < 43 || challenge.length > 128) throw invalid('code challenge has to be between 43 and 128 characters');
  if (!/^[a-zA-Z._~0-9-]+$/.test(challenge)) {
    throw invalid('code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes');
  }
  const method = given.toLowerCase();
  if (method !== 's256' && method !== 'plain') throw invalid(`unsupported code_challenge method "${given}"`);
  return { challenge, method };
}

/** Whether a verifier answers the challenge. @throws AuthError `bad_code_verifier` */
export function requireVerifier({ challenge, method }: CodeChallenge, verifier: string): void {
  const answer = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  const [expected, actual] = [Buffer.from(challenge), Buffer.from(answer)];
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) {
    throw new AuthError('code challenge does not match previously saved code verifier', { status: 400, code: 'bad_code_verifier' });
  }
}
