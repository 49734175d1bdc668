import * as v from 'valibot';
import { tokenComplaints } from '../token/token-complaints.ts';
import { TokenRefusal } from '../token/token-error.ts';

const part = /^[\w-]+$/;
const headerSchema = v.object({ alg: v.string() });

/** Strict: bytes that are no UTF-8 are no JSON text (RFC 7519, section 7.2). */
const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(encoded = ''): unknown {
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  return JSON.parse(utf8.decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0))));
}

/** The claims by their names. Throws where there is no object. */
export function claimsIn(claims: unknown): Record<string, unknown> {
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) throw new TypeError('Claims are an object');
  return Object.fromEntries(Object.entries(claims));
}

/**
 * Reads a token's shape and expiry, before anything is asked of anybody.
 *
 * @returns its expiry, in seconds since 1970.
 * @throws {TokenRefusal} `malformed` when it is no signed token of JSON parts, `no-expiry` without an expiry claim.
 */
export function readToken(token: string): { readonly exp: number } {
  const refuse = (cause: unknown) => new TokenRefusal('malformed', tokenComplaints.malformed, cause);
  const parts = token.split('.');
  if (parts.length !== 3 || !parts.every((text) => part.test(text))) throw refuse(null);
  let exp: unknown;
  try {
    v.parse(headerSchema, decode(parts[0]));
    exp = claimsIn(decode(parts[1]))['exp'];
  } catch (cause) {
    throw refuse(cause);
  }
  if (exp === undefined || exp === null || exp === 0) throw new TokenRefusal('no-expiry', tokenComplaints.noExpiry);
  if (typeof exp !== 'number') throw refuse(null);
  return { exp };
}

/** The session that an access token belongs to, by its `session_id` claim (supabase/auth, `internal/tokens`); null where it has none. */
export function sessionIdIn(token: string): string | null {
  try {
    const id = claimsIn(decode(token.split('.')[1]))['session_id'];
    return typeof id === 'string' ? id : null;
  } catch {
    // What is no token belongs to no session.
    return null;
  }
}
