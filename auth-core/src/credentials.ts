import * as v from 'valibot';
import { text } from './messages.ts';

const filled = v.pipe(v.string(), v.trim(), v.minLength(1));
const credentialsSchema = v.object({
  supabaseUrl: v.pipe(
    filled,
    v.transform((url) => url.replace(/\/+$/, '')),
  ),
  supabaseKey: filled,
});

/** URL, without a trailing slash, and public key of the Supabase project. */
export type Credentials = v.InferOutput<typeof credentialsSchema>;

/** Time limit for the site's own server, in milliseconds. */
const TIME_LIMIT_MS = 10_000;

/** The site's own server gave no usable credentials (specification 7.2). Safe to try again. */
class CredentialsError extends Error {
  override readonly name = 'CredentialsError';
  /** No response, none in time, or one that cannot be used. */
  readonly code: 'network' | 'timeout' | 'unknown';
  /** HTTP status; 0 without a response. */
  readonly status: number;

  constructor(message: string, code: CredentialsError['code'], status: number, cause: unknown) {
    super(message, { cause });
    this.code = code;
    this.status = status;
  }
}

/**
 * Gets the credentials from the site's own server: GET /api/supabase-credentials (specification 7.1).
 * The request has no options of its own, so that it uses the response that the document preloads.
 *
 * @throws {CredentialsError} "Failed to fetch credentials" without a usable response, "Missing Supabase credentials"
 * if the response lacks the URL or the key.
 */
export async function fetchCredentials(): Promise<Credentials> {
  const limit = new AbortController();
  const timer = setTimeout(() => {
    limit.abort();
  }, TIME_LIMIT_MS);
  let status = 0;
  let body: unknown;
  try {
    const response = await fetch(`${apiBase()}/api/supabase-credentials`, { signal: limit.signal });
    status = response.status;
    if (!response.ok) throw new Error(`The server responded with status ${String(status)}`);
    body = await response.json();
  } catch (cause) {
    const code = limit.signal.aborted ? 'timeout' : status === 0 ? 'network' : 'unknown';
    throw new CredentialsError(text('credentials.failed'), code, status, cause);
  } finally {
    clearTimeout(timer);
  }
  const parsed = v.safeParse(credentialsSchema, body);
  if (!parsed.success) {
    throw new CredentialsError(text('credentials.missing'), 'unknown', status, new v.ValiError(parsed.issues));
  }
  return parsed.output;
}

/**
 * The URL of the site's own server: the content of `<meta name="atrium-api-base">`, or the page's own origin if
 * that is missing or empty (specification 7.12).
 */
function apiBase(): string {
  const configured = document.querySelector('meta[name="atrium-api-base"]')?.getAttribute('content')?.trim();
  return (configured === undefined || configured === '' ? window.location.origin : configured).replace(/\/+$/, '');
}
