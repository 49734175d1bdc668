import { base64url, base64urlOfText } from './base64url.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** The key that signs access tokens (ES256), made when the first token is. */
export class SigningKey {
  readonly #kid = crypto.randomUUID();
  #pair: Promise<CryptoKeyPair> | null = null;

  /** Signs claims as a JSON Web Token. */
  async sign(claims: Readonly<Record<string, unknown>>): Promise<string> {
    const { privateKey } = await this.#keys();
    const header = { alg: 'ES256', kid: this.#kid, typ: 'JWT' };
    const content = `${base64urlOfText(JSON.stringify(header))}.${base64urlOfText(JSON.stringify(claims))}`;
    const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, new TextEncoder().encode(content));
    return `${content}.${base64url(new Uint8Array(signature))}`;
  }

  /** The public key as `/.well-known/jwks.json` shows it (RFC 7517). */
  async toJwk(): Promise<Record<string, unknown>> {
    const { publicKey } = await this.#keys();
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
    return { kty, crv, x, y, alg: 'ES256', kid: this.#kid, use: 'sig', key_ops: ['verify'] };
  }

  #keys(): Promise<CryptoKeyPair> {
    this.#pair ??= crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    return this.#pair;
  }
}
