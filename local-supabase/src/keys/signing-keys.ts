import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK } from 'jose';
import type { CryptoKey } from 'jose';
import * as v from 'valibot';
import type { Database } from '../database/database.ts';

const privateJwkSchema = v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string(), d: v.string() });

/** A signing key in `/.well-known/jwks.json` (RFC 7517). */
interface PublicJwk {
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

/** A key that signs access tokens. */
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

/** The keys that sign and verify tokens. */
export interface SigningKeys {
  /** Signs new tokens. */
  current: SigningKey;
  /** Every key that still verifies, the current one first. */
  all: readonly SigningKey[];
  /** Adds a key that signs from now on. Tokens of older keys stay valid. */
  readonly rotate: () => Promise<void>;
}

const keyRow = v.object({ kid: v.string(), private_jwk: privateJwkSchema });

/**
 * Reads the signing keys from the database, so that sessions survive a restart. Creates one at the first start, and another one
 * on rotation. Tokens of older keys stay valid.
 */
export async function loadSigningKeys(database: Database, { rotate }: { rotate: boolean }): Promise<SigningKeys> {
  if (rotate || (await readKeys(database)).length === 0) await addKey(database);
  const keys: SigningKeys = {
    ...(await importKeys(database)),
    async rotate() {
      await addKey(database);
      Object.assign(keys, await importKeys(database));
    },
  };
  return keys;
}

function readKeys(database: Database): Promise<v.InferOutput<typeof keyRow>[]> {
  return database.rows(keyRow, 'select kid, private_jwk from local_supabase.signing_keys order by created_at desc');
}

async function importKeys(database: Database): Promise<Pick<SigningKeys, 'current' | 'all'>> {
  const [current, ...older] = await Promise.all((await readKeys(database)).map(toSigningKey));
  if (!current) throw new Error('The signing key was not stored.');
  return { current, all: [current, ...older] };
}

async function addKey(database: Database): Promise<void> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  await database.run('insert into local_supabase.signing_keys (kid, private_jwk) values ($1, $2)', [
    randomUUID(),
    JSON.stringify(v.parse(privateJwkSchema, await exportJWK(privateKey))),
  ]);
}

async function toSigningKey({ kid, private_jwk: jwk }: v.InferOutput<typeof keyRow>): Promise<SigningKey> {
  const { kty, crv, x, y } = jwk;
  return {
    kid,
    privateKey: await importKey(jwk),
    publicKey: await importKey({ kty, crv, x, y }),
    publicJwk: { kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'], ext: true },
  };
}
