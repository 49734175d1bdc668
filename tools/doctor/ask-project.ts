import * as v from 'valibot';
import type { Project } from './project.ts';

/** What a project answered. */
export interface Answer {
  readonly status: number;
  /** The parsed body; undefined where it is no JSON. */
  readonly body: unknown;
  /** The origin that a redirect leads to; null where there is none. */
  readonly movedTo: string | null;
}

interface ProjectRequest {
  readonly method?: 'OPTIONS';
  readonly headers?: Readonly<Record<string, string>>;
}

/** A project gave no answer; `message` says why, in words that follow "The project" and without the key. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** Why a connection fails (https://nodejs.org/api/errors.html#common-system-errors), for people. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'is at an address that no name server knows',
  EAI_AGAIN: 'is at an address that no name server could be asked about',
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'broke the connection off',
  UND_ERR_SOCKET: 'broke the connection off',
};

const systemErrorSchema = v.object({ cause: v.object({ code: v.string() }) });

/**
 * Asks a project as a visitor who is not signed in would.
 *
 * @param path below the project's address, such as `auth/v1/settings`
 * @param request what is not as in a visitor's plain GET
 * @throws NoAnswerError when there is no whole answer within the time limit
 */
export async function askProject({ url, key, timeLimit }: Project, path: string, request: ProjectRequest = {}): Promise<Answer> {
  try {
    const response = await fetch(`${url}/${path}`, {
      method: request.method ?? 'GET',
      headers: { apikey: key, accept: 'application/json', ...request.headers },
      // Followed, a redirect would hide that the address is wrong: browsers do not follow one for a preflight (Fetch, "CORS-preflight fetch").
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLimit),
    });
    return { status: response.status, body: parseJson(await response.text()), movedTo: originOf(response.headers.get('location'), url) };
  } catch (cause) {
    throw new NoAnswerError(reasonOf(cause, timeLimit), { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Pages of routers and proxies are HTML: what that means is for the check to say.
  }
}

function originOf(location: string | null, base: string): string | null {
  return location !== null && URL.canParse(location, base) ? new URL(location, base).origin : null;
}

function reasonOf(error: unknown, timeLimit: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return `did not answer within ${timeLimit / 1000} s`;
  const system = v.safeParse(systemErrorSchema, error);
  if (!system.success) return 'could not be asked';
  const { code } = system.output.cause;
  if (/CERT|TLS|SSL|ALTNAME/.test(code)) return `has a certificate that is not valid for its address (${code})`;
  return REASONS[code] ?? `could not be reached (${code})`;
}
