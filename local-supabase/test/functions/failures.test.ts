import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { ServedFunctions } from './function-files.ts';
import { answering, call, failure, printed, serve, writeFiles } from './served-functions.ts';

let functions: ServedFunctions;
beforeAll(async () => {
  functions = await serve();
});

test('a response that breaks off breaks off for the caller', async () => {
  await writeFiles(functions, {
    'half/index.ts': `Deno.serve(() => new Response(new ReadableStream({ start(to) { to.enqueue(new TextEncoder().encode('half')); }, pull(to) { to.error(new Error('torn')); } })));`,
  });
  await expect(call(functions, 'half')).rejects.toThrow();
  await expect(call(functions, 'half')).rejects.toThrow();
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
  for (const [name, [mistake]] of Object.entries(MISTAKES)) await functions.write(`${name}/index.ts`, `// line one\n${mistake}\n${answering('never')}`);
  const reported = Promise.all(Object.values(MISTAKES).map(([, text]) => printed(functions, text)));
  const answers: Record<string, unknown> = {};
  for (const name of Object.keys(MISTAKES)) answers[name] = await failure(functions, name);
  expect(answers).toEqual(Object.fromEntries(Object.keys(MISTAKES).map((name) => [name, [503, 'BOOT_ERROR']])));
  await reported;
  for (const name of CORRECTED) {
    await functions.write(`${name}/index.ts`, answering('corrected'));
    expect(await call(functions, name)).toEqual([200, 'corrected']);
  }
});

test('edits of files, imports and secrets apply from the next call', async () => {
  await writeFiles(functions, {
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
    ['edited/index.ts', answering('whole'), 'whole'],
  ];
  for (const [file, content, expected] of edits) {
    await functions.write(file, content);
    expect(await call(functions, 'edited')).toEqual([200, expected]);
  }
  await rm(path.join(functions.directory, 'functions/edited'), { recursive: true });
  expect(await failure(functions, 'edited')).toEqual([404, 'NOT_FOUND']);
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
      Deno.serve(() => { EdgeRuntime.waitUntil(ask('/first').then(() => ask('/second'))); return new Response('answered'); });`,
  });
  const first = next();
  expect(await call(functions, 'later')).toEqual([200, 'answered']);
  const [asked, held] = await first;
  expect(asked.url).toBe('/first');
  await functions.write('later/index.ts', answering('newer'));
  expect(await call(functions, 'later')).toEqual([200, 'newer']);
  const second = next();
  held.end();
  const [askedAgain, release] = await second;
  expect(askedAgain.url).toBe('/second');
  release.end();
  server.closeAllConnections();
  server.close();
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
