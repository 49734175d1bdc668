import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { FakeSite } from './fake-site.ts';

/** A key pair, with its fields in a key set. */
export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly publicKey: KeyObject;
  readonly sign: (input: string) => string;
}

const HASHES = { ES256: 'sha256', ES384: 'sha384' } as const;
const CURVES = { ES256: 'P-256', ES384: 'P-384' } as const;

/** Creates an elliptic-curve key. */
export function ecKey(kid: string, alg: keyof typeof HASHES = 'ES256'): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: CURVES[alg] });
  const signed = (input: string) => sign(HASHES[alg], Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return { kid, alg, publicKey, sign: (input) => signed(input).toString('base64url') };
}

/** Creates an RSA key. */
export function rsaKey(kid: string): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { kid, alg: 'RS256', publicKey, sign: (input) => sign('sha256', Buffer.from(input), privateKey).toString('base64url') };
}

/** A shared secret, as in projects without asymmetric keys. */
export function sharedKey(secret: string | Buffer): Pick<SigningKey, 'alg' | 'sign'> {
  return { alg: 'HS256', sign: (input) => createHmac('sha256', secret).update(input).digest('base64url') };
}

/** The key set that the service publishes. */
export function keySet(...keys: readonly SigningKey[]): object {
  return {
    keys: keys.map(({ kid, alg, publicKey }) => ({ ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig', key_ops: ['verify'] })),
  };
}

/** One part of a token. */
export function part(data: unknown): string {
  return Buffer.from(typeof data === 'string' ? data : JSON.stringify(data)).toString('base64url');
}

/** Signs claims; the header can be forged. */
export function tokenOf(key: Pick<SigningKey, 'alg' | 'sign'> & { readonly kid?: string }, claims: object, header: object = {}): string {
  const input = `${part({ alg: key.alg, kid: key.kid, typ: 'JWT', ...header })}.${part(claims)}`;
  return `${input}.${key.sign(input)}`;
}

/** The claims in the token of a signed-in user. */
export function claimsAt(site: FakeSite, more: object = {}) {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: `${site.supabaseUrl}/auth/v1`,
    sub: 'id-of-ada',
    aud: 'authenticated',
    exp: now + 3600,
    iat: now,
    role: 'authenticated',
    aal: 'aal1',
    session_id: 'session-1',
    user_metadata: { name: 'Zoë' },
    ...more,
  };
}
