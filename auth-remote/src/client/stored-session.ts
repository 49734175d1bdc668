import * as v from 'valibot';

/** Storage keys of sessions, as supabase-js builds them from the first part of the host name (specification 9.2). */
const sessionKey = /^sb-.+-auth-token$/;

// Three base64url parts (RFC 7519): anything else could not even be sent in a header.
const token = v.pipe(v.string(), v.regex(/^[\w-]+\.[\w-]+\.[\w-]*$/));
const sessionSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    access_token: token,
    refresh_token: v.pipe(v.string(), v.minLength(1)),
    expires_at: v.number(),
    user: v.object({ id: v.string() }),
  }),
);

/** Whether a storage key is one that supabase-js keeps a session under. */
export function isSessionKey(key: string): boolean {
  return sessionKey.test(key);
}

/** What of a stored session is known for sure. */
export type StoredSession = v.InferOutput<typeof sessionSchema>;

/** Reads a stored session; null for a corrupt one, which is as good as none. */
export function readStoredSession(stored: string): StoredSession | null {
  const parsed = v.safeParse(sessionSchema, stored);
  return parsed.success ? parsed.output : null;
}

/** Whether this browser keeps a usable session. Known at once, before supabase-js has arrived. */
export function hasStoredSession(): boolean {
  try {
    return Object.keys(window.localStorage).some(
      (key) => isSessionKey(key) && readStoredSession(window.localStorage.getItem(key) ?? '') !== null,
    );
  } catch {
    // A browser that forbids storage keeps nothing.
    return false;
  }
}
