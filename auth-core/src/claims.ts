import * as v from 'valibot';

const claimsSchema = v.object({
  aal: v.fallback(v.string(), ''),
  app_metadata: v.fallback(v.object({ permissions: v.array(v.string()) }), { permissions: [] }),
  role: v.fallback(v.nullable(v.string()), null),
  session_id: v.fallback(v.nullable(v.string()), null),
});

/**
 * The claims of an access token, or of a key in the form of one; null if it has none. They are read, not verified: the
 * service verifies tokens, and a forged one opens nothing there.
 */
export function readClaims(token: string): v.InferOutput<typeof claimsSchema> | null {
  try {
    return v.parse(claimsSchema, decodePart(token.split('.')[1]));
  } catch {
    // Not a token.
    return null;
  }
}

/** Strict: bytes that are not UTF-8 are not a JSON text (RFC 7519, section 7.2). */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes a part of a token: JSON in base64url. @throws {Error} if it is something else */
export function decodePart(part = ''): unknown {
  const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
  return JSON.parse(utf8.decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0))));
}
