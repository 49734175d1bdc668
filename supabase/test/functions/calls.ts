import { FunctionsHttpError } from '@supabase/supabase-js';
import * as v from 'valibot';
import type { Environment, Runtime } from '../../functions/_shared/handle-calls.ts';
import type { Client, Person, Project } from '../project.ts';

const refusalSchema = v.object({ code: v.string(), message: v.string() });

/** The result of a call: its data, or the status and code of the refusal. */
export type Outcome = { readonly data: unknown } | { readonly status: number; readonly code: string };

/** Calls a function like a page does. @throws errors that are not a response of the function */
export async function invoke(client: Client, name: string, body: object, headers: Record<string, string> = {}): Promise<Outcome> {
  const result = await client.functions.invoke<unknown>(name, { body, headers });
  if (result.error === null) return { data: result.data };
  if (!(result.error instanceof FunctionsHttpError)) throw result.error;
  const response = v.parse(v.instance(Response), result.error.context);
  const { code } = v.parse(refusalSchema, await response.json());
  return { status: response.status, code };
}

/** A function of this repository, without its server. */
type Handler = (environment: Environment, runtime: Runtime) => (request: Request) => Promise<Response>;

/** Calls a function in the test's own process: starting the function's process takes a second, and other tests do. */
export async function callHandler({ backend }: Project, handler: Handler, { client }: Person, body: object): Promise<{ readonly data: unknown }> {
  const { apiUrl, publishableKey, secretKey } = backend;
  const handle = handler({ SUPABASE_URL: apiUrl, SUPABASE_ANON_KEY: publishableKey, SUPABASE_SERVICE_ROLE_KEY: secretKey }, { fetch, waitUntil: () => undefined });
  const { data } = await client.auth.getSession();
  const headers = { authorization: `Bearer ${data.session?.access_token ?? ''}` };
  const response = await handle(new Request('https://functions.example/', { method: 'POST', body: JSON.stringify(body), headers }));
  return { data: await response.json() };
}
