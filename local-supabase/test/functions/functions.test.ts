import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { IncomingMessage, request as httpRequest } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FunctionRegion, FunctionsFetchError, FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js';
import type { SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { Backend, clientOf, PASSWORD, temporaryDirectory } from '../backend.ts';
import { writeFunctions } from './function-files.ts';
import type { FunctionFiles } from './function-files.ts';
import { call, failure, respondingWith, writeFiles } from './served-functions.ts';

/** Functions written for a hosted project. */
const FUNCTIONS = {
  'echo/index.ts': `
    import 'jsr:@supabase/functions-js/edge-runtime.d.ts';
    Deno.serve({ onListen: () => console.log('listening') }, async (request: Request, info): Promise<Response> => {
      const type = request.headers.get('content-type') ?? '';
      if (type.startsWith('multipart/')) {
        const form = await request.formData();
        const file = form.get('file') as File;
        form.set('file', new File([(await file.text()).toUpperCase()], file.name, { type: file.type }));
        return new Response(form);
      }
      if (type === 'text/plain') return new Response((await request.text()).toUpperCase());
      if (type === 'application/octet-stream') return new Response(await request.arrayBuffer(), { headers: { 'content-type': type } });
      const { pathname, searchParams } = new URL(request.url);
      const body = request.body === null ? null : await request.json();
      return Response.json({ method: request.method, pathname, q: searchParams.get('q'), body, custom: request.headers.get('x-custom'), region: request.headers.get('x-region'), from: info.remoteAddr.hostname }, { headers: { 'x-mine': 'yes' } });
    });`,
  'chunks/index.ts': `Deno.serve((request) => new Response(request.body, { headers: { 'content-type': 'text/plain' } }));`,
  'digest/index.ts': `
    import { createHash } from 'node:crypto';
    Deno.serve(async (request) => {
      const hash = createHash('sha256');
      for await (const chunk of request.body!) hash.update(chunk);
      return new Response(hash.digest('hex'));
    });`,
  'ignore/index.ts': `Deno.serve(() => new Response('no, thanks', { status: 413 }));`,
  'events/index.ts': `
    let release = () => {};
    Deno.serve((request) => {
      if (new URL(request.url).pathname === '/events/release') { release(); return new Response(null, { status: 204 }); }
      const released = new Promise<void>((resolve) => { release = resolve; });
      const encode = (text: string) => new TextEncoder().encode('data: ' + text + '\\n\\n');
      const body = new ReadableStream({ async start(controller) { controller.enqueue(encode('one')); await released; controller.enqueue(encode('two')); controller.close(); } });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    });`,
  'meeting/index.ts': `
    let arrive = () => {};
    const second = new Promise<void>((resolve) => { arrive = resolve; });
    let calls = 0;
    Deno.serve(async () => { calls += 1; if (calls === 2) arrive(); await second; return Response.json(calls); });`,
  'patience/index.ts': `
    const events = { begun: () => {}, aborted: () => {} };
    const begun = new Promise<void>((resolve) => { events.begun = resolve; });
    const aborted = new Promise<void>((resolve) => { events.aborted = resolve; });
    Deno.serve(async (request) => {
      switch (new URL(request.url).pathname) {
        case '/patience/begun': await begun; return new Response('begun');
        case '/patience/aborted': await aborted; return new Response('aborted');
        default:
          request.signal.addEventListener('abort', events.aborted);
          events.begun();
          return new Promise<Response>(() => {});
      }
    });`,
  'whoami/index.ts': `
    import { createClient } from 'npm:@supabase/supabase-js@2';
    Deno.serve(async (request) => {
      const client = createClient(Deno.env.get('SUPABASE_URL')!, JSON.parse(Deno.env.get('SUPABASE_PUBLISHABLE_KEYS')!).default, {
        global: { headers: { Authorization: request.headers.get('Authorization')! } },
      });
      const token = request.headers.get('Authorization')!.slice('Bearer '.length);
      console.log('called with', request.headers.get('Authorization'), Deno.env.get('SUPABASE_SECRET_KEYS'));
      const { data: { user } } = await client.auth.getUser(token);
      return Response.json({ user: user?.email, rows: (await client.from('mine').select('name')).data, rpc: (await client.rpc('whoami')).data });
    });`,
  'refuse/index.ts': `Deno.serve(() => Response.json({ reason: 'not today' }, { status: 422 }));`,
  'relay/index.ts': `Deno.serve(() => new Response('lost', { status: 502, headers: { 'x-relay-error': 'true' } }));`,
  'cors/index.ts': `
    const headers = { 'access-control-allow-origin': 'https://site.example', 'access-control-allow-headers': 'authorization, x-special', vary: 'origin' };
    Deno.serve((request) => request.method === 'OPTIONS' ? new Response('ok', { headers }) : Response.json({}, { headers }));`,
  'page/index.ts': `export default { fetch: () => new Response('<h1>Hello</h1>', { headers: { 'content-type': 'text/html; charset=utf-8' } }) };`,
  'cookies/index.ts': `Deno.serve(() => { const headers = new Headers(); headers.append('set-cookie', 'a=1'); headers.append('set-cookie', 'b=2'); return new Response(null, { headers }); });`,
  'guarded/index.ts': `Deno.serve(() => new Response('in'));`,
  '_shared/index.ts': `Deno.serve(() => new Response('never'));`,
};
const MIGRATION = `
  create table public.mine (name text, owner uuid default auth.uid());
  alter table public.mine enable row level security;
  grant select, insert on public.mine to authenticated;
  create policy own on public.mine for all to authenticated using (owner = (select auth.uid()));
  create function public.whoami() returns text language sql stable as $$ select auth.jwt() ->> 'email' $$;`;

let files: FunctionFiles;
let backend: Backend;
let client: SupabaseClient;
let migrations: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  migrations = await temporaryDirectory();
  await writeFile(path.join(migrations.directory, '20260101000000_mine.sql'), MIGRATION);
  const names = Object.keys(FUNCTIONS).map((file) => file.slice(0, file.indexOf('/')));
  files = await writeFunctions(FUNCTIONS, names.filter((name) => name !== 'guarded' && name !== '_shared'));
  backend = await Backend.start(...files.args, '--migrations', migrations.directory);
  client = backend.client();
});
afterAll(async () => {
  await backend.stop();
  await files.remove();
  await migrations.remove();
});

test('bodies of every kind are sent and returned', async () => {
  const sent = { name: 'Zoë', list: [1, null] };
  const json = await client.functions.invoke<unknown>('echo/a/b', { body: sent, headers: { 'x-custom': 'c' }, method: 'PUT' });
  expect(json).toMatchObject({ error: null, data: { method: 'PUT', pathname: '/echo/a/b', body: sent, custom: 'c', from: '127.0.0.1' } });
  expect((await client.functions.invoke<string>('echo', { body: 'grüße' })).data).toBe('GRÜSSE');
  const bytes = randomBytes(100_000);
  const { data: blob } = await client.functions.invoke<Blob>('echo', { body: new Blob([bytes], { type: 'application/octet-stream' }) });
  expect(new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(new Uint8Array(bytes));
  const { data: same } = await client.functions.invoke<Blob>('echo', { body: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + 5) });
  expect(same?.size).toBe(5);
  const form = new FormData();
  form.set('title', 'a form');
  form.set('file', new File(['content'], 'ä.txt', { type: 'text/plain' }));
  const { data: echoed } = await client.functions.invoke<FormData>('echo', { body: form });
  const file = echoed?.get('file');
  expect(echoed?.get('title')).toBe('a form');
  expect(file instanceof File ? [file.name, await file.text()] : file).toEqual(['ä.txt', 'CONTENT']);
});

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)('a call by %s arrives with its query, and its response with its headers', async (method) => {
  const response = await backend.fetch('/functions/v1/echo/x?q=a%20b', { method, headers: { 'content-type': 'application/json' }, ...(method !== 'GET' && { body: { n: 1 } }) });
  expect(await response.json()).toMatchObject({ method, q: 'a b', body: method === 'GET' ? null : { n: 1 } });
  expect(response.headers.get('x-mine')).toBe('yes');
  expect(response.headers.get('x-deno-execution-id')).toMatch(/^[\da-f-]{36}$/);
  expect(response.headers.get('sb-request-id')).not.toBeNull();
});

test('the requested region is in the call and in the response', async () => {
  const { data, response } = await client.functions.invoke<unknown>('echo', { body: {}, region: FunctionRegion.EuCentral1 });
  expect(data).toMatchObject({ region: 'eu-central-1' });
  expect(response?.headers.get('x-sb-edge-region')).toBe('eu-central-1');
});

test('bodies stream in both directions concurrently', async () => {
  const call = httpRequest(`${backend.ready.apiUrl}/functions/v1/chunks`, { method: 'POST' });
  call.write('one');
  const [response] = v.parse(v.tuple([v.instance(IncomingMessage)]), await once(call, 'response'));
  response.setEncoding('utf8');
  expect(await once(response, 'data')).toEqual(['one']);
  call.write('two');
  expect(await once(response, 'data')).toEqual(['two']);
  call.end();
  await once(response.resume(), 'end');
});

test('server-sent events arrive while the function still runs', async () => {
  const { data } = await client.functions.invoke<Response>('events');
  const reader = data?.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect(await reader?.read()).toEqual({ done: false, value: 'data: one\n\n' });
  await client.functions.invoke('events/release');
  expect(await reader?.read()).toEqual({ done: false, value: 'data: two\n\n' });
  expect((await reader?.read())?.done).toBe(true);
});

test('a body of 30 MB arrives completely, and an unread one does not block the response', async () => {
  const body = randomBytes(30 * 2 ** 20);
  const blob = new Blob([body]);
  expect((await client.functions.invoke<string>('digest', { body: blob })).data).toBe(createHash('sha256').update(body).digest('hex'));
  const refused = await client.functions.invoke('ignore', { body: blob });
  expect(refused.error).toBeInstanceOf(FunctionsHttpError);
  expect([refused.response?.status, await refused.response?.text()]).toEqual([413, 'no, thanks']);
});

test('two calls that wait for each other both finish', async () => {
  const responses = await Promise.all([client.functions.invoke<number>('meeting'), client.functions.invoke<number>('meeting')]);
  expect(responses.map(({ data }) => data)).toEqual([2, 2]);
});

test('a function is notified when its client disconnects', async () => {
  const gone = new AbortController();
  const call = client.functions.invoke('patience', { signal: gone.signal });
  expect((await client.functions.invoke<string>('patience/begun')).data).toBe('begun');
  gone.abort();
  expect((await call).error).toBeInstanceOf(FunctionsFetchError);
  expect((await client.functions.invoke<string>('patience/aborted')).data).toBe('aborted');
});

test('a function accesses data with the rights of its caller', async () => {
  const people = await Promise.all(['ann', 'ben'].map(async (name) => {
    const person = backend.client();
    await person.auth.signUp({ email: `${name}@example.com`, password: PASSWORD });
    await person.from('mine').insert({ name: `of ${name}` });
    return person;
  }));
  const responses = await Promise.all(people.map((person) => person.functions.invoke<unknown>('whoami')));
  expect(responses.map(({ data }) => data)).toEqual(['ann', 'ben'].map((name) => ({ user: `${name}@example.com`, rows: [{ name: `of ${name}` }], rpc: `${name}@example.com` })));
});

test('errors are those of functions-js', async () => {
  const refused = await client.functions.invoke('refuse');
  expect(refused.error).toBeInstanceOf(FunctionsHttpError);
  expect([refused.response?.status, await refused.response?.json()]).toEqual([422, { reason: 'not today' }]);
  expect((await client.functions.invoke('relay')).error).toBeInstanceOf(FunctionsRelayError);
  expect((await clientOf('http://127.0.0.1:1', 'key').functions.invoke('echo')).error).toBeInstanceOf(FunctionsFetchError);
});

test.each(['unknown', '_shared', '..%2f..', '%65cho', ''])('there is no function "%s"', async (name) => {
  const response = await backend.fetch(`/functions/v1/${name}`, { method: 'POST' });
  expect([response.status, await response.json()]).toEqual([404, { code: 'NOT_FOUND', message: 'Requested function was not found' }]);
  expect(response.headers.get('sb-error-code')).toBe('NOT_FOUND');
});

test('a function decides about CORS itself', async () => {
  const preflight = { origin: 'https://site.example', 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-special' };
  for (const method of ['OPTIONS', 'POST']) {
    const response = await backend.fetch('/functions/v1/cors', { method, headers: preflight });
    expect(response.headers.get('access-control-allow-origin')).toBe('https://site.example');
  }
  expect((await backend.fetch('/functions/v1/echo', { method: 'OPTIONS', headers: preflight })).headers.get('access-control-allow-origin')).toBeNull();
});

test('responses are changed exactly as on a hosted project', async () => {
  const page = await backend.fetch('/functions/v1/page');
  expect([page.headers.get('content-type'), await page.text()]).toEqual(['text/plain', '<h1>Hello</h1>']);
  expect((await backend.fetch('/functions/v1/cookies')).headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect((await backend.fetch('/functions/v1/echo', { method: 'HEAD' })).status).toBe(405);
});

test('verify_jwt requires a token signed with the legacy secret', async () => {
  const { anonKey, serviceRoleKey, publishableKey } = backend.ready;
  const ask = async (authorization?: string, method = 'POST'): Promise<unknown> => {
    const response = await fetch(`${backend.ready.apiUrl}/functions/v1/guarded`, { method, ...(authorization !== undefined && { headers: { authorization } }) });
    return [response.status, response.headers.get('sb-error-code')];
  };
  const { data } = await client.auth.signUp({ email: 'eve@example.com', password: PASSWORD });
  expect(await ask(`Bearer ${anonKey}`)).toEqual([200, null]);
  expect(await ask(`Bearer ${serviceRoleKey}`)).toEqual([200, null]);
  expect(await ask(undefined, 'OPTIONS')).toEqual([200, null]);
  expect(await ask()).toEqual([401, 'UNAUTHORIZED_NO_AUTH_HEADER']);
  expect(await ask(`Bearer ${publishableKey}`)).toEqual([401, 'UNAUTHORIZED_INVALID_JWT_FORMAT']);
  expect(await ask(anonKey)).toEqual([401, 'UNAUTHORIZED_INVALID_JWT_FORMAT']);
  expect(await ask(`Bearer ${anonKey.slice(0, -3)}AAA`)).toEqual([401, 'UNAUTHORIZED_LEGACY_JWT']);
  expect(await ask(`Bearer ${data.session?.access_token ?? ''}`)).toEqual([401, 'UNAUTHORIZED_UNSUPPORTED_TOKEN_ALGORITHM']);
});

test('edits of files, imports and secrets apply from the next call', async () => {
  await writeFiles(files, {
    'edited/index.ts': `import { text } from '../_shared/text.ts'; import { mapped } from 'mapped'; import data from './data.json' with { type: 'json' }; Deno.serve(() => new Response([text, mapped, data.n, Deno.env.get('SECRET')].join()));`,
    '_shared/text.ts': `export const text: string = 'a';`,
    '_shared/one.ts': `export const mapped = 'one';`,
    '_shared/two.ts': `export const mapped = 'two';`,
    'edited/data.json': '{ "n": 1 }',
    'deno.json': `{ // for all functions\n  "imports": { "mapped": "./_shared/one.ts" } }`.replace('{ //', '{\n//'),
    '.env': 'SECRET=first',
  });
  const edits: [string, string, string][] = [
    ['edited/data.json', '{ "n": 1 }', 'a,one,1,first'],
    ['_shared/text.ts', `export const text: string = 'b';`, 'b,one,1,first'],
    ['edited/data.json', '{ "n": 22 }', 'b,one,22,first'],
    ['.env', 'SECRET="second one"', 'b,one,22,second one'],
    ['edited/deno.json', `{ "imports": { "mapped": "../_shared/two.ts" } }`, 'b,two,22,second one'],
    ['edited/index.ts', respondingWith('whole'), 'whole'],
  ];
  for (const [file, content, expected] of edits) {
    await files.write(file, content);
    expect(await call({ backend }, 'edited')).toEqual([200, expected]);
  }
  await rm(path.join(files.directory, 'functions/edited'), { recursive: true });
  expect(await failure({ backend }, 'edited')).toEqual([404, 'NOT_FOUND']);
});
