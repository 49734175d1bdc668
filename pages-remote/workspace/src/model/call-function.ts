import * as v from 'valibot';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { failureOf, WorkspaceError } from './workspace-error.ts';

/** The error of functions-js for a response other than 2xx: `context` is the response. */
const refusedSchema = v.object({ context: v.instance(Response) });

/** The body of an error response of the workspace's functions. */
const refusalSchema = v.object({ code: v.string() });

/**
 * Calls a server function of the workspace. Returns a JSON response as parsed, a text as a string, anything else as a `Blob`.
 * @throws {WorkspaceError}
 */
export async function callFunction(client: SupabaseClient, name: string, body: Readonly<Record<string, unknown>>): Promise<unknown> {
  const result: { readonly data: unknown; readonly error: unknown } = await client.functions.invoke(name, { body });
  if (result.error !== null) throw await functionFailure(result.error);
  return result.data;
}

/** functions-js rejects with classes of its own. This module has only the client's type, so it checks what the error carries. */
async function functionFailure(error: unknown): Promise<WorkspaceError> {
  const refused = v.safeParse(refusedSchema, error);
  if (!refused.success) return new WorkspaceError('unreachable', error);
  const { context } = refused.output;
  const code = await codeOf(context);
  // The platform's own response where no function of this name is deployed. A 404 of a function has another code.
  if (context.status === 404 && (code === '' || code === 'NOT_FOUND')) return new WorkspaceError('noFunction', error);
  if (context.status === 429) return new WorkspaceError('tooManyRequests', error);
  return new WorkspaceError(failureOf(context.status, code), error);
}

async function codeOf(response: Response): Promise<string> {
  try {
    const refusal = v.safeParse(refusalSchema, await response.clone().json());
    return refusal.success ? refusal.output.code : '';
  } catch {
    // Not JSON: the status decides.
    return '';
  }
}
