import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FunctionsHttpError } from '@supabase/supabase-js';
import * as v from 'valibot';
import { temporaryDirectory } from '../backend.ts';
import { call, failure, printed, respondingWith, serve, writeFiles } from './served-functions.ts';
import type { ServedFunctions } from './served-functions.ts';

let functions: ServedFunctions;
let remove: () => Promise<void>;
beforeAll(async () => {
  const temporary = await temporaryDirectory();
  remove = temporary.remove;
  const secrets = path.join(temporary.directory, 'secrets');
  await writeFile(secrets, 'SUPABASE_URL=http://elsewhere\nOWN=mine');
  functions = await serve('--env-file', secrets);
});
afterAll(() => remove());

test('a response that breaks off breaks off for the caller', async () => {
  await writeFiles(functions, {
    'half/index.ts': `Deno.serve(() => new Response(new ReadableStream({ start(to) { to.enqueue(new TextEncoder().encode('half')); }, pull(to) { to.error(new Error('torn')); } })));`,
  });
  await expect(call(functions, 'half')).rejects.toThrow();
  await expect(call(functions, 'half')).rejects.toThrow();
});

test('a call that throws fails for functions-js, and the error is printed', async () => {
  await functions.write('faulty/index.ts', `Deno.serve((): Response => { throw new Error('a mistake on line one'); });`);
  const reported = printed(functions, /^\[faulty\] Error: a mistake on line one/m);
  const thrown = await functions.backend.client(functions.backend.ready.anonKey).functions.invoke('faulty');
  expect(thrown.error).toBeInstanceOf(FunctionsHttpError);
  expect([thrown.response?.status, await thrown.response?.text(), thrown.response?.headers.get('sb-error-code')]).toEqual([500, 'Internal Server Error', 'EDGE_FUNCTION_ERROR']);
  await reported;
});

/** The second line of a function, and the resulting output. */
const MISTAKES: Record<string, [mistake: string, printed: RegExp]> = {
  throwing: [`throw new Error('at once');`, /Error: at once[\s\S]*throwing\/index\.ts:2/],
  broken: [`const = ;`, /broken\/index\.ts:2: Expected identifier/],
  remote: [`import 'https://deno.land/std/http/server.ts';`, /remote\/index\.ts:2: Cannot import "https:\/\/deno.land\/std\/http\/server\.ts"\. .*npm:<name>/],
  package: [`import 'npm:no-such-package@1';`, /package\/index\.ts:2: .* run "npm install no-such-package@1"/],
  jsr: [`import 'jsr:@std/nothing@1';`, /jsr\/index\.ts:2: .* run "npx jsr add @std\/nothing@1"/],
  bare: [`import 'valibot';`, /bare\/index\.ts:2: .* write "npm:valibot"/],
  builtin: [`import 'fs';`, /builtin\/index\.ts:2: .* write "node:fs"/],
  ending: [`import '../jsr/index';`, /ending\/index\.ts:2: .* write "\.\.\/jsr\/index\.ts"/],
  nowhere: [`console.log(import.meta.url); import './nowhere.ts';`, /nowhere\/index\.ts:2: .*nowhere\.ts does not exist/],
};

/** A function that fails to build and one that fails to run. Both are fixed later. */
const CORRECTED = ['broken', 'throwing'];

test('a function that cannot start reports where and why, and starts once it is fixed', async () => {
  for (const [name, [mistake]] of Object.entries(MISTAKES)) await functions.write(`${name}/index.ts`, `// line one\n${mistake}\n${respondingWith('never')}`);
  const reported = Promise.all(Object.values(MISTAKES).map(([, text]) => printed(functions, text)));
  const responses: Record<string, unknown> = {};
  for (const name of Object.keys(MISTAKES)) responses[name] = await failure(functions, name);
  expect(responses).toEqual(Object.fromEntries(Object.keys(MISTAKES).map((name) => [name, [503, 'BOOT_ERROR']])));
  await reported;
  for (const name of CORRECTED) {
    await functions.write(`${name}/index.ts`, respondingWith('corrected'));
    expect(await call(functions, name)).toEqual([200, 'corrected']);
  }
});

test('background work finishes even if a newer version handles the calls', async () => {
  const waiting: ((asked: [IncomingMessage, ServerResponse]) => void)[] = [];
  const server: Server = createServer((request, response) => waiting.shift()?.([request, response])).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = v.parse(v.object({ port: v.number() }), server.address() satisfies AddressInfo | string | null);
  const next = (): Promise<[IncomingMessage, ServerResponse]> => new Promise((resolve) => waiting.push(resolve));
  await writeFiles(functions, {
    'later/index.ts': `
      const ask = (path: string) => fetch('http://127.0.0.1:${String(port)}' + path);
      addEventListener('beforeunload', (event) => console.log('unloads', (event as CustomEvent).detail.reason));
      Deno.serve(() => { EdgeRuntime.waitUntil(ask('/first').then(() => ask('/second'))); return new Response('responded'); });`,
  });
  const first = next();
  expect(await call(functions, 'later')).toEqual([200, 'responded']);
  const [asked, held] = await first;
  expect(asked.url).toBe('/first');
  await functions.write('later/index.ts', respondingWith('newer'));
  expect(await call(functions, 'later')).toEqual([200, 'newer']);
  const second = next();
  held.end();
  const [askedAgain, release] = await second;
  expect(askedAgain.url).toBe('/second');
  release.end();
  server.closeAllConnections();
  server.close();
});

test('a failed background task ends the function only if its failure is unhandled', async () => {
  await functions.write(
    'handled/index.ts',
    `let calls = 0;
     Deno.serve(() => {
       const task = Promise.reject(new Error('expected'));
       EdgeRuntime.waitUntil(task);
       task.catch(() => undefined);
       calls += 1;
       return new Response(String(calls));
     });`,
  );
  await functions.write('unhandled/index.ts', `Deno.serve(() => { EdgeRuntime.waitUntil(Promise.reject(new Error('forgotten'))); return new Promise(() => {}); });`);
  const reported = printed(functions, /Error: forgotten/);
  expect([await call(functions, 'handled'), await call(functions, 'handled')]).toEqual([[200, '1'], [200, '2']]);
  expect((await call(functions, 'unhandled'))[0]).toBe(500);
  await reported;
});

test('a background failure is printed while a newer version handles the calls', async () => {
  await functions.write(
    'late/index.ts',
    `let fail: (error: Error) => void = () => {};
     addEventListener('beforeunload', () => { setTimeout(() => fail(new Error('too late'))); });
     Deno.serve(() => {
       EdgeRuntime.waitUntil(new Promise((_resolve, reject) => { fail = reject; }));
       const handled = Promise.reject(new Error('expected'));
       handled.catch(() => undefined);
       EdgeRuntime.waitUntil(handled);
       return new Response('older');
     });`,
  );
  expect(await call(functions, 'late')).toEqual([200, 'older']);
  const reported = printed(functions, /Error: too late/);
  await functions.write('late/index.ts', `Deno.serve(() => new Response('newer'));`);
  expect(await call(functions, 'late')).toEqual([200, 'newer']);
  await reported;
});

test('functions get a new signing key after it was added', async () => {
  await functions.write('keys/index.ts', `Deno.serve(() => new Response(Deno.env.get('SUPABASE_JWKS')));`);
  const { apiUrl, secretKey } = functions.backend.ready;
  const known = async (): Promise<unknown> => JSON.parse((await call(functions, 'keys'))[1]);
  const published = async (): Promise<unknown> => (await fetch(`${apiUrl}/auth/v1/.well-known/jwks.json`)).json();
  const before = await published();
  expect(await known()).toEqual(before);
  expect((await fetch(`${apiUrl}/auth/v1/admin/signing-keys/rotate`, { method: 'POST', headers: { apikey: secretKey } })).ok).toBe(true);
  const after = await published();
  expect(after).not.toEqual(before);
  expect(await known()).toEqual(after);
});

test('functions have the project’s variables and those of the secrets file, and none of this process', async () => {
  const source = `import 'npm:valibot@^0.1'; console.log(Deno.env.get('SUPABASE_SERVICE_ROLE_KEY')); Deno.serve(() => Response.json([Deno.env.toObject(), Object.keys(process.env)]));`;
  await functions.write('.env', 'OWN=another');
  await functions.write('env/index.ts', source);
  const reported = Promise.all([
    printed(functions, /^\[env\] SUPABASE_URL is not set: names that start with SUPABASE_ are reserved\./m),
    printed(functions, /^\[env\] env\/index\.ts:1: npm:valibot@\^0\.1 runs here as the installed version 1\./m),
    printed(functions, /^\[env\] \[secret\]$/m),
  ]);
  const [, text] = await call(functions, 'env');
  const { apiUrl, publishableKey, secretKey, anonKey, serviceRoleKey } = functions.backend.ready;
  const [shown, inProcess] = v.parse(v.tuple([v.record(v.string(), v.string()), v.array(v.string())]), JSON.parse(text));
  expect(shown).toMatchObject({
    OWN: 'mine', SUPABASE_URL: apiUrl, SUPABASE_ANON_KEY: anonKey, SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishableKey }), SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
  });
  const keys: unknown = await (await fetch(`${apiUrl}/auth/v1/.well-known/jwks.json`)).json();
  expect(JSON.parse(shown['SUPABASE_JWKS'] ?? '')).toEqual(keys);
  expect(shown).not.toHaveProperty('SUPABASE_DB_URL');
  expect([...Object.keys(shown), ...inProcess]).not.toContain('PATH');
  await reported;
});

test('a key in a truncated line is not printed', async () => {
  await functions.write('long/index.ts', `Deno.serve(() => { console.log('x'.repeat(9900), Deno.env.get('SUPABASE_ANON_KEY')); return new Response(); });`);
  const reported = printed(functions, /xxx \[secret\]/);
  expect((await call(functions, 'long'))[0]).toBe(200);
  await reported;
});

test('no function process survives the backend, not even one that finishes background work', async () => {
  const source = `Deno.serve(() => { EdgeRuntime.waitUntil(new Promise(() => {})); return new Response(String(process.pid)); });`;
  await functions.write('pid/index.ts', source);
  const [, older] = await call(functions, 'pid');
  await functions.write('pid/index.ts', `${source} // newer`);
  const [, newer] = await call(functions, 'pid');
  expect(newer).not.toBe(older);
  await functions.stop();
  for (const pid of [older, newer]) expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
});

test('keys and handled failures are never printed', async () => {
  const { anonKey, serviceRoleKey } = functions.backend.ready;
  const output = await functions.stop();
  for (const text of [anonKey.slice(0, 30), serviceRoleKey.slice(0, 30), 'Error: expected']) expect(output).not.toContain(text);
});
