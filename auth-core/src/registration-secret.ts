import type { SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';

/** Storage key of this browser's last registration, until the email address is confirmed. */
const KEY = 'atrium-registration';

const registrationSchema = v.pipe(v.string(), v.parseJson(), v.object({ email: v.string(), secret: v.string() }));

/**
 * Creates the secret of a new registration and stores it in this browser. The account gets the returned hash. The secret
 * later proves that this browser chose the account's password; without it, the database clears the password when the
 * email address is confirmed (`supabase/migrations/20260801000000_account_confirmations.sql`).
 *
 * @returns SHA-256 of the secret, in hexadecimal; null if the browser refuses storage, or has no secure context to hash in
 */
export async function createRegistrationSecret(email: string): Promise<string | null> {
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
 * last. If the call fails, it returns false: the link still works, and the user chooses a password after it.
 */
export async function vouchForRegistration(client: SupabaseClient, tokenHash: string): Promise<boolean> {
  const registration = v.safeParse(registrationSchema, stored());
  if (!registration.success) return false;
  const { email, secret } = registration.output;
  const response = await client.rpc('account_vouch', { email, token_hash: tokenHash, secret });
  return response.data === true;
}

/** Removes the secret once it is no longer needed. */
export function removeRegistrationSecret(): void {
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
