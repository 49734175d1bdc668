import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK } from 'jose';
import type { CryptoKey } from 'jose';
import * as v from 'valibot';
import type { Database } from '../database/database.ts';

const privateJwkSchema = v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string(), d: v.string() });

/** What `/.well-known/jwks.json` shows of a signing key (RFC 7517). */
export interface PublicJwk {
  [member: string]: unknown;
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  kid: string;
  alg: 'ES256';
  use: 'sig';
  key_ops: ['verify'];
  ext: true;
}

/** The key that access tokens are signed with. */
export interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  publicJwk: PublicJwk;
}

async function importKey(jwk: object): Promise<CryptoKey> {
  const key = await importJWK({ ...jwk, alg: 'ES256' }, 'ES256');
  if (key instanceof Uint8Array) throw new TypeError('An ES256 key cannot be symmetric.');
  return key;
}

/** Reads the signing key from the database, so that sessions outlive a restart; creates it at the first start. */
export async function loadSigningKey(database: Database): Promise<SigningKey> {
  const stored = await database.first(
    v.object({ kid: v.string(), private_jwk: privateJwkSchema }),
    'select kid, private_jwk from local_supabase.signing_keys order by created_at desc limit 1',
  );
  if (!stored) {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    await database.run('insert into local_supabase.signing_keys (kid, private_jwk) values ($1, $2)', [
      randomUUID(),
      JSON.stringify(v.parse(privateJwkSchema, await exportJWK(privateKey))),
    ]);
    return loadSigningKey(database);
  }
  const { kty, crv, x, y } = stored.private_jwk;
  const publicJwk: PublicJwk = { kty, crv, x, y, kid: stored.kid, alg: 'ES256', use: 'sig', key_ops: ['verify'], ext: true };
  return {
    kid: stored.kid,
    privateKey: await importKey(stored.private_jwk),
    publicKey: await importKey({ kty, crv, x, y }),
    publicJwk,
  };
}
