import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SupabaseClient } from '@supabase/supabase-js';
import { Backend, PASSWORD } from './backend.ts';

let backend: Backend;
let ann: SupabaseClient;
beforeAll(async () => {
  backend = await Backend.start('--memory');
  ann = backend.client();
  await ann.auth.signUp({ email: 'ann@example.com', password: PASSWORD });
});
afterAll(() => backend.stop());

type Failing = () => PromiseLike<{ error: object | null }>;
test.each<[string, Failing, object]>([
  ['single sign-on', () => ann.auth.signInWithSSO({ domain: 'example.com' }), { message: 'SAML 2.0 is disabled', code: 'saml_provider_disabled', status: 404 }],
  ['linking an identity', () => ann.auth.linkIdentity({ provider: 'github', options: { skipBrowserRedirect: true } }), { message: 'Manual linking is disabled', code: 'manual_linking_disabled', status: 404 }],
  ['an anonymous account', () => ann.auth.signInAnonymously(), { message: 'Anonymous sign-ins are disabled', code: 'anonymous_provider_disabled', status: 422 }],
  ['a token of another service', () => ann.auth.signInWithIdToken({ provider: 'google', token: 'x' }), { message: 'Provider (issuer "google") is not enabled', code: 'provider_disabled', status: 400 }],
  ['an image in another size', () => ann.storage.from('none').download('a.png', { transform: { width: 1 } }), { message: expect.stringContaining('does not transform images') }],
  ['a bucket for vectors', () => ann.storage.vectors.createBucket('a'), { message: 'Route not found' }],
  ['a table', () => ann.from('nowhere').select(), { message: `Could not find the table 'public.nowhere' in the schema cache`, code: 'PGRST205' }],
  ['a schema', () => ann.schema('secret').from('nowhere').select(), { code: 'PGRST106', message: expect.stringContaining('secret') }],
  ['a function of the database', () => ann.rpc('nothing'), { code: 'PGRST202', message: expect.stringContaining('Could not find the function') }],
])('supabase-js reports that %s does not exist', async (_, call, expected) => {
  expect((await call()).error).toMatchObject(expected);
});

test.each<[method: string, address: string, status: number, body: object]>([
  ['GET', '/auth/v1/nothing', 404, { code: 404, error_code: 'unknown', msg: 'local-supabase does not have GET /auth/v1/nothing' }],
  ['PATCH', '/auth/v1/user', 404, { code: 404, msg: 'local-supabase does not have PATCH /auth/v1/user' }],
  ['GET', '/rest/v1', 404, { code: 'PGRST125', message: 'Invalid path specified in request URL' }],
  ['GET', '/rest/v1/a/b', 404, { code: 'PGRST125', message: 'Invalid path specified in request URL', details: null, hint: null }],
  ['PATCH', '/rest/v1/rpc/nothing', 405, { code: 'PGRST101', message: 'Cannot use the PATCH method on RPC', details: null, hint: null }],
  ['GET', '/storage/v1/nothing', 404, { statusCode: '404', error: 'Not Found', message: 'Route not found' }],
  ['PATCH', '/storage/v1/bucket', 404, { statusCode: '404', error: 'Not Found', message: 'Route not found' }],
  ['GET', '/realtime/v1/api/nothing', 404, { message: 'Not Found' }],
  ['PUT', '/realtime/v1/api/broadcast', 404, { message: 'Not Found' }],
  ['POST', '/functions/v1/nothing', 404, { code: 'NOT_FOUND', message: 'Requested function was not found' }],
  ['GET', '/functions/v1', 404, { code: 'NOT_FOUND', message: 'Requested function was not found' }],
  ['POST', '/graphql/v1', 200, { errors: [{ message: 'pg_graphql extension is not enabled.' }] }],
  ['GET', '/pg/tables', 404, { error: 'requested path is invalid' }],
  ['POST', '/nothing', 404, { error: 'requested path is invalid' }],
])('%s %s responds with %i in the form of its service', async (method, address, status, body) => {
  const response = await backend.fetch(address, { method });
  // Without this header, browsers report a network failure instead of the response.
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect([response.status, await response.json()]).toMatchObject([status, body]);
});
