import type { SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';

/** Where this browser keeps its last registration, until the address is confirmed. */
const KEY = 'atrium-registration';

const registrationSchema = v.pipe(v.string(), v.parseJson(), v.object({ email: v.string(), secret: v.string() }));

/**
 * Makes the secret of a new registration and keeps it in this browser. The account carries the returned hash. The secret
 * proves later that this browser chose the account's password; without it, the database clears the password when the
 * address is confirmed (`supabase/migrations/20260801000000_account_confirmations.sql`).
 *
 * @returns SHA-256 of the secret, in hexadecimal; null where the browser keeps nothing, or has no secure context to hash in
 */
export async function keepRegistrationSecret(email: string): Promise<string | null> {
  try {
    const secret = toHex(crypto.getRandomValues(new Uint8Array(32)));
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
    window.localStorage.setItem(KEY, JSON.stringify({ email, secret }));
    return toHex(new Uint8Array(hash));
  } catch {
    return null;
  }
}

/**
 * Vouches for the password of the account that a mailed link confirms. Returns whether this browser registered that account
 * last. A call that fails returns false: the link still works, and the person chooses a password after it.
 */
export async function vouchForRegistration(client: SupabaseClient, tokenHash: string): Promise<boolean> {
  const registration = v.safeParse(registrationSchema, stored());
  if (!registration.success) return false;
  const { email, secret } = registration.output;
  const answer = await client.rpc('account_vouch', { email, token_hash: tokenHash, secret });
  return answer.data === true;
}

/** Forgets the secret, once nothing is left to vouch for. */
export function forgetRegistrationSecret(): void {
  if (stored() !== null) window.localStorage.removeItem(KEY);
}

function stored(): string | null {
  try {
    return window.localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
