import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import * as v from 'valibot';
import { claimsSchema } from '../database/database.ts';
import type { Claims } from '../database/database.ts';
import type { SigningKey, SigningKeys } from './signing-keys.ts';

/** Why a token is invalid. */
type TokenFlaw = 'malformed' | 'expired' | 'signature' | 'claims';

/** An invalid token. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly flaw: TokenFlaw;

  constructor(flaw: TokenFlaw, message: string, options?: ErrorOptions) {
    super(message, options);
    this.flaw = flaw;
  }
}

/** How many verified tokens are remembered. */
const MAX_REMEMBERED = 500;

/** Verifies tokens of this backend (ES256) and tokens signed with the legacy secret (HS256). */
export class TokenVerifier {
  readonly #signingKeys: SigningKeys;
  readonly #secret: Uint8Array;
  /** The claims of verified tokens. A signature costs as much as a simple query, and a key that has verified a token never ends. */
  readonly #known = new Map<string, Claims>();

  constructor(signingKeys: SigningKeys, jwtSecret: string) {
    this.#signingKeys = signingKeys;
    this.#secret = new TextEncoder().encode(jwtSecret);
  }

  /** The claims of a token. @throws TokenError */
  async verify(token: string): Promise<Claims> {
    const known = this.#known.get(token);
    if (known && (known.exp === undefined || known.exp * 1000 > Date.now())) return known;
    const claims = await this.#verified(token);
    this.#known.set(token, claims);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    return claims;
  }

  async #verified(token: string): Promise<Claims> {
    try {
      const { payload } = await jwtVerify(token, this.#keyFor(token), { algorithms: ['ES256', 'HS256'] });
      return v.parse(claimsSchema, payload);
    } catch (cause) {
      if (cause instanceof TokenError) throw cause;
      if (cause instanceof errors.JWTExpired) throw new TokenError('expired', 'token has invalid claims: token is expired', { cause });
      if (cause instanceof errors.JWSSignatureVerificationFailed) {
        throw new TokenError('signature', 'token signature is invalid: signature is invalid', { cause });
      }
      if (cause instanceof errors.JWTClaimValidationFailed || cause instanceof v.ValiError) {
        throw new TokenError('claims', 'token has invalid claims', { cause });
      }
      throw new TokenError('malformed', 'token is malformed', { cause });
    }
  }

  #keyFor(token: string): SigningKey['publicKey'] | Uint8Array {
    let header: ReturnType<typeof decodeProtectedHeader>;
    try {
      header = decodeProtectedHeader(token);
    } catch (cause) {
      throw new TokenError('malformed', 'token is malformed: could not read its header', { cause });
    }
    if (header.alg === 'HS256') return this.#secret;
    const key = header.alg === 'ES256' ? this.#signingKeys.all.find(({ kid }) => kid === header.kid) : undefined;
    if (key) return key.publicKey;
    throw new TokenError(
      'signature',
      `token is unverifiable: unrecognized JWT kid ${header.kid ?? '<nil>'} for algorithm ${header.alg ?? '<nil>'}`,
    );
  }
}
