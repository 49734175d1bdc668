import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { parseDocument } from '../../model/json.ts';
import { StoreAwayError } from '../../model/store-errors.ts';

/** The Supabase project that keeps the releases. */
export interface ReleaseProject {
  /** The project's address, without a slash at the end. */
  readonly url: string;
  /** The secret key (`sb_secret_…`, or the older `service_role` one). It goes to the project's address only. */
  readonly serviceKey: string;
}

/** What to ask of the project. */
export interface ServiceRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Milliseconds for the whole answer. */
  readonly timeout: number;
  /** How often to ask again where no answer comes. Everything asked here is safe to repeat. */
  readonly retries: number;
}

/** An answer with its whole body, which was not a failure of the service itself. */
export interface ServiceAnswer {
  readonly status: number;
  readonly ok: boolean;
  readonly body: Buffer;
}

/** Milliseconds to wait before the first repetition; each waits four times as long as the last. */
const firstPause = 150;

/** What `AbortSignal.timeout` ends a request with. */
const lateSchema = v.object({ name: v.literal('TimeoutError') });

/** What fetch throws where the network fails. */
const failedSchema = v.object({ cause: v.object({ code: v.string() }) });

/**
 * Asks the project, and again where it does not answer or fails by itself.
 *
 * @throws StoreAwayError
 */
export async function askService(project: ReleaseProject, request: ServiceRequest): Promise<ServiceAnswer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await askOnce(project, request);
      if (answer.status < 500 && answer.status !== 429) return answer;
      if (attempt >= request.retries) throw new StoreAwayError(`${hostOf(project)} answers with status ${answer.status}`);
    } catch (error) {
      if (error instanceof StoreAwayError) throw error;
      if (attempt >= request.retries) throw new StoreAwayError(`${hostOf(project)} ${reasonOf(error)}`, { cause: error });
    }
    await pause(firstPause * 4 ** attempt);
  }
}

/** The project's host, for messages. */
export function hostOf({ url }: ReleaseProject): string {
  return URL.canParse(url) ? new URL(url).host : 'its address';
}

async function askOnce({ url, serviceKey }: ReleaseProject, { method, path, headers, body, timeout }: ServiceRequest): Promise<ServiceAnswer> {
  const response = await fetch(`${url}${path}`, {
    method,
    // The gateway of a hosted project takes a new secret key in the second header only if it is that of the first.
    headers: { apikey: serviceKey, authorization: `Bearer ${serviceKey}`, ...headers },
    ...(body !== undefined && { body }),
    // The key must not go anywhere but to the address that was given.
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  });
  const { status, ok } = response;
  return { status, ok, body: Buffer.from(await response.arrayBuffer()) };
}

/** What happened, without the words of fetch, which name addresses. */
function reasonOf(error: unknown): string {
  if (v.is(lateSchema, error)) return 'does not answer in time';
  const parsed = v.safeParse(failedSchema, error);
  return `cannot be reached (${parsed.success ? parsed.output.cause.code : 'no answer'})`;
}

/** How long to wait and how often to ask: a visitor waits less than a publisher. */
export interface Patience {
  readonly timeout: number;
  readonly retries: number;
}

/** For whoever publishes, or runs a command. */
export const patient: Patience = { timeout: 10_000, retries: 2 };

/** For what a visitor may be waiting for. */
export const hasty: Patience = { timeout: 3_000, retries: 0 };

const refusalSchema = v.object({ code: v.string() });

/**
 * Calls one of the functions `atrium_…` of `supabase/migrations` and reads its answer by a schema.
 *
 * @throws StoreAwayError if there is no answer, or none that a project with these migrations gives to this key
 */
export async function callFunction<T>(
  project: ReleaseProject,
  name: `atrium_${string}`,
  given: Readonly<Record<string, unknown>>,
  schema: v.GenericSchema<unknown, T>,
  { timeout, retries }: Patience = patient,
): Promise<T> {
  const answer = await askService(project, {
    method: 'POST',
    path: `/rest/v1/rpc/${name}`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(given),
    timeout,
    retries,
  });
  if (!answer.ok) throw new StoreAwayError(refusalWords(project, name, answer));
  // A function that gives nothing back.
  const parsed = parseDocument(schema, answer.body.length === 0 ? 'null' : answer.body.toString('utf8'));
  if (parsed.ok) return parsed.value;
  throw new StoreAwayError(`${hostOf(project)} answers ${name} in a form that is not known here (${parsed.problem}); apply the migrations of this version`);
}

function refusalWords(project: ReleaseProject, name: string, { status, body }: ServiceAnswer): string {
  const host = hostOf(project);
  const refusal = parseDocument(refusalSchema, body.toString('utf8'));
  const code = refusal.ok ? refusal.value.code : String(status);
  if (code === 'PGRST202') return `${host} has no function ${name}; apply the migrations with supabase db push`;
  if (status === 401 || status === 403) return `${host} does not admit the key (${code}); set RELEASES_SUPABASE_KEY to a secret key of that project`;
  return `${host} refuses ${name} (${code})`;
}
