import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { parseDocument } from '../../model/json.ts';
import { StoreUnavailableError } from '../../model/store-errors.ts';
import { networkCode } from '../fetch-failure.ts';

/** The Supabase project with the releases. */
export interface ReleaseProject {
  /** The project's URL, without a trailing slash. */
  readonly url: string;
  /** The secret key (`sb_secret_…`, or the older `service_role` key). It only goes to the project's URL. */
  readonly serviceKey: string;
}

/** How long to wait, and how often to retry. */
export interface Patience {
  /** The time limit for the whole response in milliseconds. */
  readonly timeout: number;
  /** The number of retries without a response: 0 unless the request is safe to repeat. */
  readonly retries: number;
}

/** For publishing and for commands. */
export const PATIENT: Patience = { timeout: 10_000, retries: 2 };

/** For requests that a visitor may be waiting for. */
export const HASTY: Patience = { timeout: 3_000, retries: 0 };

const refusalSchema = v.object({ code: v.string() });

/** A request to the project. */
interface ServiceRequest extends Patience {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** A response with its whole body. */
export interface ServiceResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly body: Buffer;
}

/** The pause before the first retry in milliseconds. Each further pause is four times as long. */
const FIRST_PAUSE = 150;

/**
 * Sends a request, and retries it if the service fails or does not respond.
 *
 * @throws StoreUnavailableError
 */
export async function requestService(project: ReleaseProject, request: ServiceRequest): Promise<ServiceResponse> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await sendOnce(project, request);
      if (response.status < 500 && response.status !== 429) return response;
      if (attempt >= request.retries) throw new StoreUnavailableError(`${hostOf(project)} returned status ${response.status}`);
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error;
      if (attempt >= request.retries) throw new StoreUnavailableError(`${hostOf(project)} ${failureOf(error)}`, { cause: error });
    }
    await pause(FIRST_PAUSE * 4 ** attempt);
  }
}

/** The project's host, for messages. */
export function hostOf({ url }: ReleaseProject): string {
  return URL.canParse(url) ? new URL(url).host : 'its URL';
}

async function sendOnce({ url, serviceKey }: ReleaseProject, { method, path, headers, body, timeout }: ServiceRequest): Promise<ServiceResponse> {
  const response = await fetch(`${url}${path}`, {
    method,
    // The gateway of a hosted project accepts a new secret key in `authorization` only if `apikey` has the same one.
    headers: { apikey: serviceKey, authorization: `Bearer ${serviceKey}`, ...headers },
    ...(body !== undefined && { body }),
    // The key must only go to the given URL.
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  });
  const { status, ok } = response;
  return { status, ok, body: Buffer.from(await response.arrayBuffer()) };
}

/** What happened, without fetch's message, which contains URLs. */
function failureOf(error: unknown): string {
  const code = networkCode(error);
  return code === null ? 'does not respond in time' : `cannot be reached (${code})`;
}

/**
 * Calls one of the functions `atrium_…` in `supabase/migrations` and parses its result.
 *
 * @throws StoreUnavailableError if the project does not respond, lacks the migrations, or refuses the key
 */
export async function callFunction<T>(
  project: ReleaseProject,
  name: `atrium_${string}`,
  given: Readonly<Record<string, unknown>>,
  schema: v.GenericSchema<unknown, T>,
  { timeout, retries }: Patience = PATIENT,
): Promise<T> {
  const response = await requestService(project, {
    method: 'POST',
    path: `/rest/v1/rpc/${name}`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(given),
    timeout,
    retries,
  });
  if (!response.ok) throw new StoreUnavailableError(refusalMessage(project, name, response));
  // A function without a result has an empty body.
  const parsed = parseDocument(schema, response.body.length === 0 ? 'null' : response.body.toString('utf8'));
  if (parsed.ok) return parsed.value;
  throw new StoreUnavailableError(`the response of ${hostOf(project)} to ${name} is malformed (${parsed.problem}); apply the migrations of this version`);
}

function refusalMessage(project: ReleaseProject, name: string, { status, body }: ServiceResponse): string {
  const host = hostOf(project);
  const refusal = parseDocument(refusalSchema, body.toString('utf8'));
  const code = refusal.ok ? refusal.value.code : String(status);
  if (code === 'PGRST202') return `${host} has no function ${name}; apply the migrations with supabase db push`;
  if (status === 401 || status === 403) return `${host} does not admit the key (${code}); set RELEASES_SUPABASE_KEY to a secret key of that project`;
  return `${host} refuses ${name} (${code})`;
}
