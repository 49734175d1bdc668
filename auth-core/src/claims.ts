import * as v from 'valibot';

/**
 * The claims of an access token, or of a key in the form of one; null if they do not fit the schema. They are read, not
 * verified: the service verifies tokens, and a forged one opens nothing there.
 */
export function readClaims<Claims>(token: string, schema: v.GenericSchema<unknown, Claims>): Claims | null {
  try {
    const claims = v.safeParse(schema, JSON.parse(decodePart(token.split('.')[1])));
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

/** Decodes a part of a token to its bytes, one in each character. @throws {Error} if it is not base64url */
export function decodePart(part = ''): string {
  return atob(part.replaceAll('-', '+').replaceAll('_', '/'));
}
