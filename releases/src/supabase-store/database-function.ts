import * as v from 'valibot';
import { parseDocument } from '../parse-document.ts';
import { StoreAwayError } from '../store-errors.ts';
import { askService, hostOf, type ReleaseProject, type ServiceAnswer } from './service-request.ts';

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
