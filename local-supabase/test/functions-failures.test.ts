import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { run, temporaryDirectory } from './backend.ts';
import type { ServedFunctions } from './function-files.ts';
import { call, printed, serve as serveFolders, stop } from './served-functions.ts';

const answering = (text: string): string => `Deno.serve(() => new Response('${text}'));`;

/** Serves the functions that these are the files of. */
function serve(files: Record<string, string>, ...args: string[]): Promise<ServedFunctions> {
  return serveFolders(files, Object.keys(files).filter((file) => file.endsWith('/index.ts')).map((file) => path.dirname(file)), ...args);
}

const codeSchema = v.object({ code: v.string() });
async function failure(functions: ServedFunctions, name: string): Promise<unknown> {
  const [status, text] = await call(functions, name);
  return [status, v.parse(codeSchema, JSON.parse(text)).code];
}

/** What a function does at its second call, how that is answered, and what is printed. */
const faults: Record<string, [fault: string, answer: [number, string], printed: RegExp]> = {
  throws: [`setTimeout(() => { throw new Error('lost by a timer'); }); await new Promise(() => {});`, [500, 'WORKER_ERROR'], /Error: lost by a timer/],
  rejects: [`void Promise.reject(new Error('lost by a promise')); await new Promise(() => {});`, [500, 'WORKER_ERROR'], /Error: lost by a promise/],
  loops: [`while (true);`, [546, 'WORKER_RESOURCE_LIMIT'], /CPU time limit reached/],
  // Which limit comes first is a question of the machine's speed.
  collects: [`const kept = []; while (true) { kept.push(new Array(4e6).fill({})); await null; }`, [546, 'WORKER_RESOURCE_LIMIT'], /heap out of memory|CPU time limit reached/],
  buffers: [`const kept = []; while (true) { kept.push(new Uint8Array(5e6).fill(1)); await new Promise((resolve) => setTimeout(resolve)); }`, [546, 'WORKER_RESOURCE_LIMIT'], /memory limit reached/],
};

test('one that fails or takes too much ends alone, and starts anew with the next call', async () => {
  const source = (fault: string): string => `let calls = 0; Deno.serve(async () => { calls += 1; if (calls === 2) { ${fault} } return new Response(String(calls)); });`;
  const functions = await serve({
    ...Object.fromEntries(Object.entries(faults).map(([name, [fault]]) => [`${name}/index.ts`, source(fault)])),
    'other/index.ts': answering('fine'),
  });
  const answers: Record<string, unknown> = {};
  // What a process says while it ends can come after the answer.
  const told = Promise.all(Object.entries(faults).map(([name, [, , text]]) => printed(functions, new RegExp(`^\\[${name}\\] .*(?:${text.source})`, 'm'))));
  for (const name of Object.keys(faults)) {
    const before = await call(functions, name);
    const [lost, other] = await Promise.all([failure(functions, name), call(functions, 'other')]);
    answers[name] = [before, lost, other, await call(functions, name)];
  }
  expect(answers).toEqual(Object.fromEntries(Object.entries(faults).map(([name, [, lost]]) => [name, [[200, '1'], lost, [200, 'fine'], [200, '1']]])));
  await told;
});

test('an answer that breaks off in its middle breaks off for the caller', async () => {
  const functions = await serve({
    'half/index.ts': `Deno.serve(() => new Response(new ReadableStream({ start(to) { to.enqueue(new TextEncoder().encode('half')); }, pull(to) { to.error(new Error('torn')); } })));`,
  });
  await expect(call(functions, 'half')).rejects.toThrow();
  await expect(call(functions, 'half')).rejects.toThrow();
});

/** What is on the second line of a function, and what is printed of it. */
const mistakes: Record<string, [mistake: string, printed: RegExp]> = {
  throwing: [`throw new Error('at once');`, /Error: at once[\s\S]*throwing\/index\.ts:2/],
  broken: [`const = ;`, /broken\/index\.ts:2: Expected identifier/],
  remote: [`import 'https://deno.land/std/http/server.ts';`, /remote\/index\.ts:2: Cannot import "https:\/\/deno.land\/std\/http\/server\.ts"\. .*npm:<name>/],
  package: [`import 'npm:nobody-made-this@1';`, /package\/index\.ts:2: .* run "npm install nobody-made-this@1"/],
  jsr: [`import 'jsr:@std/nothing@1';`, /jsr\/index\.ts:2: .* run "npx jsr add @std\/nothing@1"/],
  bare: [`import 'valibot';`, /bare\/index\.ts:2: .* write "npm:valibot"/],
  builtin: [`import 'fs';`, /builtin\/index\.ts:2: .* write "node:fs"/],
  ending: [`import '../jsr/index';`, /ending\/index\.ts:2: .* write "\.\.\/jsr\/index\.ts"/],
  nowhere: [`console.log(import.meta.url); import './nowhere.ts';`, /nowhere\/index\.ts:2: .*There is no file .*nowhere\.ts/],
};

test('one that cannot start says where and why, and starts when it is corrected', async () => {
  const sources = Object.entries(mistakes).map(([name, [mistake]]) => [`${name}/index.ts`, `// line one\n${mistake}\n${answering('never')}`]);
  const functions = await serve(v.parse(v.record(v.string(), v.string()), Object.fromEntries(sources)));
  const answers: Record<string, unknown> = {};
  for (const name of Object.keys(mistakes)) {
    const before = await failure(functions, name);
    await functions.write(`${name}/index.ts`, answering('corrected'));
    answers[name] = [before, await call(functions, name)];
  }
  expect(answers).toEqual(Object.fromEntries(Object.keys(mistakes).map((name) => [name, [[503, 'BOOT_ERROR'], [200, 'corrected']]])));
  const output = await stop();
  for (const [, printed] of Object.values(mistakes)) expect(output).toMatch(printed);
});

test('one that does not answer in time is given up', async () => {
  const functions = await serve({ 'never/index.ts': `Deno.serve(() => new Promise(() => {}));` }, '--function-timeout', '1');
  expect(await failure(functions, 'never')).toEqual([504, 'IDLE_TIMEOUT']);
  const { code, stderr } = await run(['start', '--memory', '--function-timeout', 'long']).ended;
  expect([code, stderr]).toEqual([1, 'local-supabase: --function-timeout long is no number of seconds. Give one from 1 to 86400.\n']);
});

test('an edit of any of its files, its imports or its secrets counts from the next call', async () => {
  const functions = await serve({
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

test('functions have the project’s variables and the file’s, and none of this process', async () => {
  const source = `import 'npm:valibot@^0.1'; console.log(Deno.env.get('SUPABASE_SERVICE_ROLE_KEY')); Deno.serve(() => Response.json([Deno.env.toObject(), Object.keys(process.env)]));`;
  const { directory, remove } = await temporaryDirectory();
  const secrets = path.join(directory, 'secrets');
  await writeFile(secrets, 'SUPABASE_URL=http://elsewhere\nOWN=mine');
  const functions = await serve({ 'env/index.ts': source, '.env': 'OWN=another' }, '--env-file', secrets);
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
  const output = await stop();
  await remove();
  expect(output).toContain('[env] SUPABASE_URL is not set: names that begin with SUPABASE_ belong to the project.');
  expect(output).toMatch(/\[env\] env\/index\.ts:1: npm:valibot@\^0\.1 runs here as the installed version 1\./);
  expect(output).toContain('[env] [secret]\n');
  expect(output).not.toContain(serviceRoleKey);

});

test('what goes on after the answer is finished, even when a newer version takes the calls', async () => {
  const waiting: ((asked: [IncomingMessage, ServerResponse]) => void)[] = [];
  const server: Server = createServer((request, response) => waiting.shift()?.([request, response])).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = v.parse(v.object({ port: v.number() }), server.address() satisfies AddressInfo | string | null);
  const next = (): Promise<[IncomingMessage, ServerResponse]> => new Promise((resolve) => waiting.push(resolve));
  const functions = await serve({
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

test('no function is left when the backend has ended, nor one that works on while a newer version takes the calls', async () => {
  const source = `Deno.serve(() => { EdgeRuntime.waitUntil(new Promise(() => {})); return new Response(String(process.pid)); });`;
  const functions = await serve({ 'pid/index.ts': source });
  const [, older] = await call(functions, 'pid');
  await functions.write('pid/index.ts', `${source} // newer`);
  const [, newer] = await call(functions, 'pid');
  expect(newer).not.toBe(older);
  await stop();
  for (const pid of [older, newer]) expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
});
