import { once } from 'node:events';
import { ServerResponse, createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { ServedFunctions } from './function-files.ts';
import { call, printed, serve as serveFolders, stop } from './served-functions.ts';

/** Serves the functions that these are the files of. */
function serve(files: Record<string, string>, ...args: string[]): Promise<ServedFunctions> {
  return serveFolders(files, Object.keys(files).map((file) => path.dirname(file)), ...args);
}

test('a call whose caller leaves while the function starts never reaches it, and does not keep it', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = v.parse(v.object({ port: v.number() }), server.address() satisfies AddressInfo | string | null);
  const functions = await serve(
    {
      'slow/index.ts': `
        addEventListener('beforeunload', () => console.log('nobody calls'));
        await fetch('http://127.0.0.1:${String(port)}');
        const paths: string[] = [];
        Deno.serve((request) => { paths.push(new URL(request.url).pathname); return new Response(paths.join()); });`,
      'never/index.ts': `Deno.serve(() => new Promise(() => {}));`,
    },
    '--function-timeout', '2',
  );
  const asked = once(server, 'request');
  const { hostname, port: apiPort } = new URL(functions.backend.ready.apiUrl);
  const caller = connect(Number(apiPort), hostname);
  const left = once(caller.resume(), 'close');
  caller.end('GET /functions/v1/slow/gone HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const [, start] = v.parse(v.tuple([v.unknown(), v.instance(ServerResponse)]), await asked);
  await left;
  start.end();
  expect(await call(functions, 'slow/stayed')).toEqual([200, '/slow/stayed']);

  // Both timers are the backend's: the one that began first ends first, unless the call that nobody waits for still counts.
  const order: string[] = [];
  await Promise.all([
    printed(functions, /^\[slow\] nobody calls/m).then(() => order.push('one ends that nobody calls')),
    call(functions, 'never').then(([status]) => order.push(`a later call is given up: ${String(status)}`)),
  ]);
  expect(order).toEqual(['one ends that nobody calls', 'a later call is given up: 504']);
  server.closeAllConnections();
  server.close();
});

test('a task that fails in the background ends the function only where nobody handles its failure', async () => {
  const functions = await serve({
    'handled/index.ts': `
      let calls = 0;
      Deno.serve(() => {
        const task = Promise.reject(new Error('expected'));
        EdgeRuntime.waitUntil(task);
        task.catch(() => undefined);
        calls += 1;
        return new Response(String(calls));
      });`,
    'unhandled/index.ts': `Deno.serve(() => { EdgeRuntime.waitUntil(Promise.reject(new Error('forgotten'))); return new Promise(() => {}); });`,
  });
  expect([await call(functions, 'handled'), await call(functions, 'handled')]).toEqual([[200, '1'], [200, '2']]);
  expect((await call(functions, 'unhandled'))[0]).toBe(500);
  const output = await stop();
  expect(output).toContain('Error: forgotten');
  expect(output).not.toContain('Error: expected');
});

test('a failure in the background is told while a newer version takes the calls, and one that is handled is not', async () => {
  const functions = await serve({
    'late/index.ts': `
      let fail: (error: Error) => void = () => {};
      addEventListener('beforeunload', () => { setTimeout(() => fail(new Error('too late'))); });
      Deno.serve(() => {
        EdgeRuntime.waitUntil(new Promise((_resolve, reject) => { fail = reject; }));
        const handled = Promise.reject(new Error('expected'));
        handled.catch(() => undefined);
        EdgeRuntime.waitUntil(handled);
        return new Response('older');
      });`,
  });
  expect(await call(functions, 'late')).toEqual([200, 'older']);
  const told = printed(functions, /Error: too late/);
  await functions.write('late/index.ts', `Deno.serve(() => new Response('newer'));`);
  expect(await call(functions, 'late')).toEqual([200, 'newer']);
  await told;
  expect(await stop()).not.toContain('Error: expected');
});

test('a function knows the keys that tokens are signed with after one was added', async () => {
  const functions = await serve({ 'keys/index.ts': `Deno.serve(() => new Response(Deno.env.get('SUPABASE_JWKS')));` });
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

test('of a key in a line that is too long nothing is printed', async () => {
  const functions = await serve({ 'long/index.ts': `Deno.serve(() => { console.log('x'.repeat(9900), Deno.env.get('SUPABASE_ANON_KEY')); return new Response(); });` });
  const key = functions.backend.ready.anonKey;
  expect((await call(functions, 'long'))[0]).toBe(200);
  const output = await stop();
  expect(output).toContain('xxx [secret]');
  expect(output).not.toContain(key.slice(0, 30));
});
