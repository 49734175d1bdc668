import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { temporaryDirectory } from '../backend.ts';
import type { ServedFunctions } from './function-files.ts';
import { call, printed, serve } from './served-functions.ts';

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

test('keys and handled failures are never printed', async () => {
  const { anonKey, serviceRoleKey } = functions.backend.ready;
  const output = await functions.stop();
  for (const text of [anonKey.slice(0, 30), serviceRoleKey.slice(0, 30), 'Error: expected']) expect(output).not.toContain(text);
});
