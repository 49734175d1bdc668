import * as v from 'valibot';
import { SettingsError } from './settings-error.ts';

const variable = 'SUPABASE_KEY';
const rightKey = 'Use the publishable key (sb_publishable_…) or the anon key from the project’s API settings.';

const claimsSchema = v.object({ role: v.optional(v.unknown()), exp: v.optional(v.number()) });

/**
 * Checks that a key may be given to every browser: a publishable key, or a JWT whose role is `anon` (design §8).
 *
 * @throws SettingsError if it is missing, secret, expired or no key at all; the key is never in the message
 */
export function publicSupabaseKey(value: string | undefined): string {
  const key = value?.trim() ?? '';
  if (key === '') throw new SettingsError(variable, `is missing. ${rightKey}`);
  if (key.startsWith('sb_secret_')) throw secretKey();
  if (/^sb_publishable_[A-Za-z0-9_-]+$/.test(key)) return key;
  const claims = claimsOf(key);
  if (claims === null) throw new SettingsError(variable, `is not a key of a Supabase project. ${rightKey}`);
  if (claims.role !== 'anon') throw secretKey();
  if (claims.exp !== undefined && claims.exp * 1000 <= Date.now()) {
    throw new SettingsError(variable, `has expired. ${rightKey}`);
  }
  return key;
}

/** What a key says it is for; null for what is no key. Only the project knows whether it is one of its own. */
export function roleOfKey(key: string): unknown {
  if (/^sb_secret_[A-Za-z0-9_-]+$/.test(key)) return 'service_role';
  if (/^sb_publishable_[A-Za-z0-9_-]+$/.test(key)) return 'anon';
  return claimsOf(key)?.role ?? null;
}

function secretKey(): SettingsError {
  return new SettingsError(variable, `is a secret key, and every browser would get it. ${rightKey}`);
}

/** The claims of a JWT (RFC 7519 §3), unverified: only the backend can verify them. Null if it is no JWT. */
function claimsOf(key: string): v.InferOutput<typeof claimsSchema> | null {
  const parts = /^[A-Za-z0-9_-]+\.([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+$/.exec(key);
  if (parts?.[1] === undefined) return null;
  try {
    const claims = v.safeParse(claimsSchema, JSON.parse(Buffer.from(parts[1], 'base64url').toString('utf8')));
    return claims.success ? claims.output : null;
  } catch {
    return null; // Not JSON, so no JWT: the caller says so, without the key.
  }
}
