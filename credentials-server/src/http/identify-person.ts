import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';

/** The signed-in person that sent a request, as the auth service knows them. */
interface Person {
  readonly id: string;
  /** Null for a person who signs in by phone. */
  readonly email: string | null;
  /** `aal2` if the session has a second factor. */
  readonly level: 'aal1' | 'aal2';
}

/** The result of {@link identifyPerson}. `unavailable` means that the auth service did not respond. */
type Identification =
  | { readonly status: 'known'; readonly person: Person }
  | { readonly status: 'anonymous' }
  | { readonly status: 'unavailable' };

/** The email address that a mailed link confirmed; null if there is none. */
type ConfirmedAddress = { readonly status: 'known'; readonly address: string | null } | { readonly status: 'unavailable' };

/** The Supabase project that people sign in to. */
export interface SignInProject {
  /** Without a trailing slash. */
  readonly supabaseUrl: string;
  readonly supabaseKey: string;
}

const userSchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  email: v.nullish(v.string()),
});

const claimsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    sub: v.string(),
    // Auth services without second factors leave it out.
    aal: v.optional(v.picklist(['aal1', 'aal2']), 'aal1'),
  }),
);

const PROJECT_TIMEOUT_MS = 5_000;

/** An access token. Its length is bounded by Node's limit for headers, 16 kB. */
const BEARER_TOKEN = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/**
 * Identifies the person by the access token of the request. The auth service is asked each time: its response proves that
 * the token is genuine and that its session has not ended. The token's own claims are trusted only after that.
 */
export async function identifyPerson(request: FastifyRequest, project: SignInProject): Promise<Identification> {
  const token = tokenOf(request);
  if (token === null) return { status: 'anonymous' };
  try {
    const response = await callProject(project, '/auth/v1/user', token);
    if (response.status === 401 || response.status === 403) return { status: 'anonymous' };
    const { id, email } = v.parse(userSchema, await readJson(response));
    const claims = v.safeParse(claimsSchema, Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    if (!claims.success || claims.output.sub !== id) return { status: 'anonymous' };
    return { status: 'known', person: { id, email: email || null, level: claims.output.aal } };
  } catch (error) {
    logUnavailable(request, error);
    return { status: 'unavailable' };
  }
}

/**
 * Asks the project's database for the email address that the caller confirmed by a mailed link when the account was new. If
 * someone else had registered the email address first, the confirmation removed their password, factors and sessions
 * (`supabase/migrations/*_account_confirmations.sql`).
 * A project without that function has confirmed no email address.
 */
export async function readConfirmedAddress(request: FastifyRequest, project: SignInProject): Promise<ConfirmedAddress> {
  const token = tokenOf(request);
  if (token === null) return { status: 'known', address: null };
  try {
    const response = await callProject(project, '/rest/v1/rpc/account_confirmed_address', token, 'POST');
    if (response.status === 404) return { status: 'known', address: null };
    return { status: 'known', address: v.parse(v.nullable(v.string()), await readJson(response)) };
  } catch (error) {
    logUnavailable(request, error);
    return { status: 'unavailable' };
  }
}

function tokenOf({ headers }: FastifyRequest): string | null {
  return BEARER_TOKEN.exec(headers.authorization ?? '')?.[1] ?? null;
}

function callProject({ supabaseUrl, supabaseKey }: SignInProject, path: string, token: string, method = 'GET'): Promise<Response> {
  return fetch(supabaseUrl + path, {
    method,
    headers: { apikey: supabaseKey, authorization: `Bearer ${token}` },
    // No other URL may get the token.
    redirect: 'error',
    signal: AbortSignal.timeout(PROJECT_TIMEOUT_MS),
  });
}

function readJson(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`It responded with status ${response.status}.`);
  return response.json();
}

function logUnavailable(request: FastifyRequest, error: unknown): void {
  // The message of a schema error quotes personal data from the response, so only its name is logged.
  request.log.error({ reason: error instanceof v.ValiError ? error.name : String(error) }, 'cannot identify the person: the Supabase project did not respond as expected');
}
