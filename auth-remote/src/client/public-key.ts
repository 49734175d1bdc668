import * as v from 'valibot';
import { text } from '../messages.ts';

/** The credentials hold a key that must not be in a browser. The platform team has to change the setting. */
export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError';
}

const claims = v.pipe(v.string(), v.parseJson(), v.object({ role: v.string() }));

function roleOf(key: string): string | null {
  const payload = key.split('.')[1];
  if (payload === undefined) return null;
  try {
    const parsed = v.safeParse(claims, atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return parsed.success ? parsed.output.role : null;
  } catch {
    // Not base64, so not a JWT: the backend decides whether it is a key.
    return null;
  }
}

/**
 * Refuses a key that opens the database past row-level security, which `createClient` takes without a word.
 *
 * @throws {SecretKeyError} for `sb_secret_…` and for a JWT whose role is not `anon`.
 */
export function assertPublicKey(key: string): void {
  const role = roleOf(key);
  if (key.startsWith('sb_secret_') || (role !== null && role !== 'anon')) {
    throw new SecretKeyError(text('client.secretKey'));
  }
}
