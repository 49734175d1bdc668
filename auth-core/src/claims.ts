import * as v from 'valibot';

/**
 * The claims of an access token, or of an API key that is a JWT; null if they do not fit the schema. They are read, not
 * verified: the service verifies tokens, and a forged one opens nothing there.
 */
export function readClaims<Claims>(token: string, schema: v.GenericSchema<unknown, Claims>): Claims | null {
  try {
    const claims = v.safeParse(schema, JSON.parse(decodeText(token.split('.')[1])));
    return claims.success ? claims.output : null;
  } catch {
    // Not a token.
    return null;
  }
}

const sessionSchema = v.object({ session_id: v.string() });

/** The session that an access token belongs to, from its `session_id` claim (supabase/auth, `internal/tokens`); null if it has none. */
export function sessionIdIn(token: string): string | null {
  return readClaims(token, sessionSchema)?.session_id ?? null;
}

/** Strict: bytes that are not UTF-8 are not a JSON text (RFC 7519, section 7.2). */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes a part of a token that is a text. @throws {Error} if it is not base64url, or not UTF-8 */
export function decodeText(part?: string): string {
  return utf8.decode(Uint8Array.from(decodePart(part), (letter) => letter.charCodeAt(0)));
}

/** Decodes a part of a token to its bytes, one in each character. @throws {Error} if it is not base64url */
export function decodePart(part = ''): string {
  return atob(part.replaceAll('-', '+').replaceAll('_', '/'));
}
