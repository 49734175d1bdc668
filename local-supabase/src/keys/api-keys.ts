import { createHmac, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Database } from '../database/database.ts';

/** The keys that open the API. Publishable and secret keys are opaque; anon and service role keys are JWTs (HS256). */
export interface ApiKeys {
  publishable: string;
  secret: string;
  anon: string;
  serviceRole: string;
}

const secretsSchema = v.object({ publishable: v.string(), secret: v.string(), jwt_secret: v.string() });

/** What the keys of a project are made of, where no option gives other ones. */
export type KeySecrets = v.InferOutput<typeof secretsSchema>;

/** Reads the keys from the database, so that they outlive a restart; makes random ones at the first start. */
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

/** 2032-11-20, the expiry of the keys that the Supabase CLI comes with, in seconds since 1970. */
const legacyKeyExpiry = 1983812996;

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** A legacy API key: a JWT that says nothing but its role. */
export function legacyKey(role: 'anon' | 'service_role', jwtSecret: string): string {
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iss: 'supabase-demo', role, exp: legacyKeyExpiry })}`;
  return `${content}.${createHmac('sha256', jwtSecret).update(content).digest('base64url')}`;
}
