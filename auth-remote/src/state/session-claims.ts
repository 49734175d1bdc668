import * as v from 'valibot';

const claimsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    aal: v.fallback(v.string(), ''),
    app_metadata: v.fallback(v.object({ permissions: v.array(v.string()) }), { permissions: [] }),
  }),
);

/** What the state takes from a session's own token. */
export type SessionClaims = v.InferOutput<typeof claimsSchema>;

/**
 * The claims of an access token; null where it has none. Read, not verified: the token is the service's business, and
 * what a forged one says here opens nothing there.
 */
export function readClaims(token: string): SessionClaims | null {
  try {
    const payload = token.split('.')[1] ?? '';
    const claims = v.safeParse(claimsSchema, atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return claims.success ? claims.output : null;
  } catch {
    // Not base64: nothing is known.
    return null;
  }
}
