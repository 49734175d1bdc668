import { readSettings } from '@atrium/credentials-server/settings';
import * as v from 'valibot';

/** The Supabase project to check. */
export interface Project {
  /** Its URL, without a trailing slash. */
  readonly url: string;
  /** A public key: any visitor may send the doctor's requests. */
  readonly key: string;
  /** Milliseconds that one request may take. */
  readonly timeLimit: number;
}

/**
 * Reads the project's URL and key with the rules of the site's server, so that both refuse the same ones.
 *
 * @throws SettingsError of `@atrium/credentials-server` for one that is missing, malformed or secret
 */
export function readProject(environment: NodeJS.ProcessEnv, timeLimit: number): Project {
  const { supabaseUrl, supabaseKey } = readSettings({
    SUPABASE_URL: environment['SUPABASE_URL'],
    SUPABASE_KEY: environment['SUPABASE_KEY'],
  });
  return { url: supabaseUrl.replace(/\/+$/, ''), key: supabaseKey, timeLimit };
}

/** A project's response. */
export interface ProjectResponse {
  readonly status: number;
  /** The parsed body; undefined if it is not JSON. */
  readonly body: unknown;
  /** The origin that a redirect leads to; null without a redirect. */
  readonly movedTo: string | null;
}

interface ProjectRequest {
  readonly method?: 'OPTIONS' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
}

/** The project did not respond. `message` continues a sentence that begins with "The project", and never contains the key. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
}

/** Why a connection failed, by system error (https://nodejs.org/api/errors.html#common-system-errors). */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'has a host name that no name server knows',
  EAI_AGAIN: 'has a host name that cannot be looked up, because no name server responds',
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection',
  UND_ERR_SOCKET: 'closed the connection',
};

const systemErrorSchema = v.object({ cause: v.object({ code: v.string() }) });

/**
 * Sends a request as a visitor who is not signed in.
 *
 * @param path below the project's URL, such as `auth/v1/settings`
 * @param request how the request differs from a plain GET
 * @throws NoResponseError if no complete response arrives within the time limit
 */
export async function askProject({ url, key, timeLimit }: Project, path: string, request: ProjectRequest = {}): Promise<ProjectResponse> {
  try {
    const response = await fetch(`${url}/${path}`, {
      method: request.method ?? 'GET',
      headers: { apikey: key, accept: 'application/json', ...request.headers },
      // A followed redirect would hide a wrong URL: browsers do not follow redirects of a preflight (Fetch, "CORS-preflight fetch").
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLimit),
    });
    return { status: response.status, body: parseJson(await response.text()), movedTo: originOf(response.headers.get('location'), url) };
  } catch (cause) {
    throw new NoResponseError(reasonOf(cause, timeLimit), { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Routers and proxies respond with HTML. Each check decides what that means.
    return undefined;
  }
}

function originOf(location: string | null, base: string): string | null {
  return location !== null && URL.canParse(location, base) ? new URL(location, base).origin : null;
}

function reasonOf(error: unknown, timeLimit: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return `did not respond within ${timeLimit / 1000} s`;
  const system = v.safeParse(systemErrorSchema, error);
  if (!system.success) return 'could not be reached';
  const { code } = system.output.cause;
  if (/CERT|TLS|SSL|ALTNAME/.test(code)) return `has a certificate that is not valid for its host name (${code})`;
  return REASONS[code] ?? `could not be reached (${code})`;
}
