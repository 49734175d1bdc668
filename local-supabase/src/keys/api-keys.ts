import { randomBytes } from 'node:crypto';
import { decodeJwt, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import { StartError } from '../errors/start-error.ts';

/** The API keys. Publishable and secret keys are opaque, anon and service role keys are JWTs (HS256). */
export interface ApiKeys {
  publishable: string;
  secret: string;
  anon: string;
  serviceRole: string;
}

/** Keys that replace those of the project. */
export interface KeyOptions {
  /** The secret of HS256 tokens, legacy keys included. */
  jwtSecret?: string;
  /** The key for browsers: publishable or legacy. */
  anonKey?: string;
  /** The key for servers: secret or legacy. */
  serviceRoleKey?: string;
}

const secretsSchema = v.object({ publishable: v.string(), secret: v.string(), jwt_secret: v.string() });

/** The stored keys of a project, and the secret of its legacy keys. */
type KeySecrets = v.InferOutput<typeof secretsSchema>;

/** Reads the keys from the database, so that they survive a restart. Creates random ones at the first start. */
export async function loadKeySecrets(database: Database): Promise<KeySecrets> {
  const known = await database.first(secretsSchema, 'select publishable, secret, jwt_secret from local_supabase.api_keys');
  if (known) return known;
  const made = { publishable: `sb_publishable_${random(24)}`, secret: `sb_secret_${random(24)}`, jwt_secret: random(48) };
  await database.run('insert into local_supabase.api_keys (publishable, secret, jwt_secret) values ($1, $2, $3)', [made.publishable, made.secret, made.jwt_secret]);
  return made;
}

function random(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

/** The expiry of the Supabase CLI's default keys, 2032-11-20, in seconds since 1970. */
const LEGACY_KEY_EXPIRY = 1983812996;

/** A legacy API key: a JWT with just a role. */
export function legacyKey(role: 'anon' | 'service_role', jwtSecret: string): Promise<string> {
  const claims = { iss: 'supabase-demo', role, exp: LEGACY_KEY_EXPIRY };
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(new TextEncoder().encode(jwtSecret));
}

/**
 * The keys to use, and the secret that signs the legacy ones.
 * @param secrets the project's own, for keys that no option sets
 * @throws StartError
 */
export async function resolveKeys(options: KeyOptions, secrets: KeySecrets): Promise<{ keys: ApiKeys; jwtSecret: string }> {
  const jwtSecret = options.jwtSecret ?? secrets.jwt_secret;
  const keys: ApiKeys = {
    publishable: secrets.publishable,
    secret: secrets.secret,
    anon: await legacyKey('anon', jwtSecret),
    serviceRole: await legacyKey('service_role', jwtSecret),
  };
  const { anonKey, serviceRoleKey } = options;
  if (anonKey?.startsWith('sb_publishable_')) keys.publishable = anonKey;
  else if (anonKey !== undefined) keys.anon = await requireLegacyKey('--anon-key', anonKey, 'anon', jwtSecret);
  if (serviceRoleKey?.startsWith('sb_secret_')) keys.secret = serviceRoleKey;
  else if (serviceRoleKey !== undefined) {
    keys.serviceRole = await requireLegacyKey('--service-role-key', serviceRoleKey, 'service_role', jwtSecret);
  }
  return { keys, jwtSecret };
}

async function requireLegacyKey(flag: string, key: string, role: string, jwtSecret: string): Promise<string> {
  const opaque = role === 'anon' ? 'sb_publishable_…' : 'sb_secret_…';
  try {
    await jwtVerify(key, new TextEncoder().encode(jwtSecret), { algorithms: ['HS256'] });
  } catch (cause) {
    throw new StartError(`${flag} is neither ${opaque} nor a token signed with --jwt-secret. Correct one of them.`, { cause });
  }
  if (decodeJwt(key)['role'] !== role) throw new StartError(`${flag} must be a key with the role ${role}.`);
  return key;
}
