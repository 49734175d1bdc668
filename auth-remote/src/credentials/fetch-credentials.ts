import * as v from 'valibot';
import { text } from '../messages.ts';
import { apiBase } from './api-base.ts';
import { CredentialsError } from './credentials-error.ts';

const filled = v.pipe(v.string(), v.trim(), v.minLength(1));
const credentialsSchema = v.object({ supabaseUrl: filled, supabaseKey: filled });

/** Address and public key of the Supabase project. */
export type Credentials = v.InferOutput<typeof credentialsSchema>;

/** How long the site's own server may take, in milliseconds. */
export const CREDENTIALS_TIME_LIMIT_MS = 10_000;

/**
 * Asks the site's own server for the credentials: GET /api/supabase-credentials (specification 7.1).
 * The request carries no options of its own, so that the document's preload answers it.
 *
 * @throws {CredentialsError} "Failed to fetch credentials" without a usable answer, "Missing Supabase credentials"
 * where the answer lacks the address or the key.
 */
export async function fetchCredentials(): Promise<Credentials> {
  const limit = new AbortController();
  const timer = setTimeout(() => {
    limit.abort();
  }, CREDENTIALS_TIME_LIMIT_MS);
  let status = 0;
  let answer: unknown;
  try {
    const response = await fetch(`${apiBase()}/api/supabase-credentials`, { signal: limit.signal });
    status = response.status;
    if (!response.ok) throw new Error(`The server answered ${String(status)}`);
    answer = await response.json();
  } catch (cause) {
    const failure = limit.signal.aborted ? 'timeout' : status === 0 ? 'network' : 'unknown';
    throw new CredentialsError(text('credentials.failed'), failure, status, cause);
  } finally {
    clearTimeout(timer);
  }
  const parsed = v.safeParse(credentialsSchema, answer);
  if (!parsed.success) {
    throw new CredentialsError(text('credentials.missing'), 'unknown', status, new v.ValiError(parsed.issues));
  }
  return parsed.output;
}
