import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { failureOf, WorkspaceError } from './workspace-error.ts';

/** What functions-js gives with an error whose answer came: `context` is the answer. */
const answeredSchema = v.object({ context: v.instance(Response) });

/** What the functions of the workspace say of an error: a code, as the database has them. */
const refusalSchema = v.object({ code: v.string() });

/**
 * Calls a server function of the workspace. Gives back what it answers: JSON as what it means, texts as text, anything
 * else as a `Blob`.
 * @throws {WorkspaceError}
 */
export async function callFunction(client: SupabaseClient, name: string, body: Readonly<Record<string, unknown>>): Promise<unknown> {
  const answer: { readonly data: unknown; readonly error: unknown } = await client.functions.invoke(name, { body });
  if (answer.error !== null) throw await functionFailure(answer.error);
  return answer.data;
}

/**
 * The error of a function as one made for people. functions-js rejects with its own kinds, which a module that only has
 * the client's type tells apart by what they carry.
 */
async function functionFailure(error: unknown): Promise<WorkspaceError> {
  const answered = v.safeParse(answeredSchema, error);
  if (!answered.success) return new WorkspaceError('unreachable', error);
  const { context } = answered.output;
  const code = await codeOf(context);
  // What the platform answers where nothing of this name is deployed; a function's own 404 has a code of its own.
  if (context.status === 404 && (code === '' || code === 'NOT_FOUND')) return new WorkspaceError('noFunction', error);
  if (context.status === 429) return new WorkspaceError('tooManyRequests', error);
  return new WorkspaceError(failureOf(context.status, code), error);
}

async function codeOf(answer: Response): Promise<string> {
  try {
    const refusal = v.safeParse(refusalSchema, await answer.clone().json());
    return refusal.success ? refusal.output.code : '';
  } catch {
    // Not JSON: the status says what there is to say.
    return '';
  }
}
