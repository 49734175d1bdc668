import { createHmac } from 'node:crypto';

/** The keys that open the API. Publishable and secret keys are opaque; anon and service role keys are JWTs (HS256). */
export interface ApiKeys {
  publishable: string;
  secret: string;
  anon: string;
  serviceRole: string;
}

/** The secret that the Supabase CLI signs its local legacy keys with. Known to everybody: for development only. */
export const defaultJwtSecret = 'super-secret-jwt-token-with-at-least-32-characters-long';

/** The publishable key of the Supabase CLI's local stack. */
export const defaultPublishableKey = 'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH';

/** The secret key of the Supabase CLI's local stack. */
export const defaultSecretKey = 'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz';

/** 2032-11-20, the expiry of the keys that the Supabase CLI comes with, in seconds since 1970. */
const legacyKeyExpiry = 1983812996;

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** A legacy API key: a JWT that says nothing but its role. Equal to the Supabase CLI's for the default secret. */
export function legacyKey(role: 'anon' | 'service_role', jwtSecret: string): string {
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iss: 'supabase-demo', role, exp: legacyKeyExpiry })}`;
  return `${content}.${createHmac('sha256', jwtSecret).update(content).digest('base64url')}`;
}
