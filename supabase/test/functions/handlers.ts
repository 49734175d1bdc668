import type { Environment, World } from '../../functions/_shared/answer-calls.ts';
import type { Person, Project } from '../project.ts';

/** A function of this repository, without its server. */
type Handler = (environment: Environment, world: World) => (request: Request) => Promise<Response>;

/** Calls a function in the test's own process: starting the function's process takes a second, and other tests do. */
export async function callHandler({ backend }: Project, handler: Handler, { client }: Person, body: object): Promise<{ readonly data: unknown }> {
  const { apiUrl, publishableKey, secretKey } = backend;
  const handle = handler({ SUPABASE_URL: apiUrl, SUPABASE_ANON_KEY: publishableKey, SUPABASE_SERVICE_ROLE_KEY: secretKey }, { fetch, waitUntil: () => undefined });
  const { data } = await client.auth.getSession();
  const headers = { authorization: `Bearer ${data.session?.access_token ?? ''}` };
  const response = await handle(new Request('https://functions.example/', { method: 'POST', body: JSON.stringify(body), headers }));
  return { data: await response.json() };
}
