import { once } from 'node:events';
import { createServer, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { call, printed, serve } from './served-functions.ts';

test('a call whose client disconnects while the function starts never reaches it, and does not keep it alive', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = v.parse(v.object({ port: v.number() }), server.address() satisfies AddressInfo | string | null);
  const hasty = await serve('--function-timeout', '2');
  await hasty.write(
    'slow/index.ts',
    `addEventListener('beforeunload', () => console.log('no calls left'));
     await fetch('http://127.0.0.1:${String(port)}');
     const paths: string[] = [];
     Deno.serve((request) => { paths.push(new URL(request.url).pathname); return new Response(paths.join()); });`,
  );
  await hasty.write('never/index.ts', `Deno.serve(() => new Promise(() => {}));`);
  const asked = once(server, 'request');
  const { hostname, port: apiPort } = new URL(hasty.backend.ready.apiUrl);
  const caller = connect(Number(apiPort), hostname);
  const left = once(caller.resume(), 'close');
  caller.end(`GET /functions/v1/slow/gone HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${hasty.backend.ready.anonKey}\r\n\r\n`);
  const [, start] = v.parse(v.tuple([v.unknown(), v.instance(ServerResponse)]), await asked);
  await left;
  start.end();
  expect(await call(hasty, 'slow/stayed')).toEqual([200, '/slow/stayed']);

  // The backend has both timers: the first one fires first, unless the aborted call still counts.
  const order: string[] = [];
  await Promise.all([
    printed(hasty, /^\[slow\] no calls left/m).then(() => order.push('an idle one ends')),
    call(hasty, 'never').then(([status, text]) => order.push(`a later call is given up: ${String(status)} ${text}`)),
  ]);
  expect(order).toEqual(['an idle one ends', expect.stringMatching(/^a later call is given up: 504 .*"code":"IDLE_TIMEOUT"/)]);
  server.closeAllConnections();
  server.close();
});
