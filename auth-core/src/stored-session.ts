import { isSessionKey } from '@atrium/page-kit/session-key';
import * as v from 'valibot';

// Three base64url parts (RFC 7519): anything else could not even be sent in a header.
const tokenSchema = v.pipe(v.string(), v.regex(/^[\w-]+\.[\w-]+\.[\w-]*$/));
const sessionSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    access_token: tokenSchema,
    refresh_token: v.pipe(v.string(), v.minLength(1)),
    expires_at: v.number(),
    user: v.object({ id: v.string(), email: v.optional(v.string()), new_email: v.optional(v.string()) }),
  }),
);

/** The fields of a stored session that are checked. */
export type StoredSession = v.InferOutput<typeof sessionSchema>;

/** Reads a stored session; null for a corrupt one, which counts as none. */
export function readStoredSession(stored: string): StoredSession | null {
  const parsed = v.safeParse(sessionSchema, stored);
  return parsed.success ? parsed.output : null;
}

/** Whether this browser stores a usable session. Known before supabase-js has loaded. */
export function hasStoredSession(): boolean {
  try {
    return Object.keys(window.localStorage).some(
      (key) => isSessionKey(key) && readStoredSession(window.localStorage.getItem(key) ?? '') !== null,
    );
  } catch {
    // This browser forbids storage.
    return false;
  }
}
