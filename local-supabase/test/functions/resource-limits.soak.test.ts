import { beforeAll, expect, test } from '@jest/globals';
import { call, failure, printed, respondingWith, serve, writeFiles } from './served-functions.ts';
import type { ServedFunctions } from './served-functions.ts';

let functions: ServedFunctions;
beforeAll(async () => {
  functions = await serve();
});

/** What a function does at its second call, the response, and the output. */
const FAULTS: Record<string, [fault: string, response: [number, string], printed: RegExp]> = {
  throws: [`setTimeout(() => { throw new Error('lost by a timer'); }); await new Promise(() => {});`, [500, 'WORKER_ERROR'], /Error: lost by a timer/],
  rejects: [`void Promise.reject(new Error('lost by a promise')); await new Promise(() => {});`, [500, 'WORKER_ERROR'], /Error: lost by a promise/],
  loops: [`while (true);`, [546, 'WORKER_RESOURCE_LIMIT'], /CPU time limit reached/],
  // Which limit is reached first depends on the machine's speed.
  collects: [`const kept = []; while (true) { kept.push(new Array(4e6).fill({})); await null; }`, [546, 'WORKER_RESOURCE_LIMIT'], /heap out of memory|CPU time limit reached/],
  buffers: [`const kept = []; while (true) { kept.push(new Uint8Array(5e6).fill(1)); await new Promise((resolve) => setTimeout(resolve)); }`, [546, 'WORKER_RESOURCE_LIMIT'], /memory limit reached/],
};

test('a function that fails or exceeds a limit ends alone and starts again with the next call', async () => {
  const source = (fault: string): string => `let calls = 0; Deno.serve(async () => { calls += 1; if (calls === 2) { ${fault} } return new Response(String(calls)); });`;
  await writeFiles(functions, {
    ...Object.fromEntries(Object.entries(FAULTS).map(([name, [fault]]) => [`${name}/index.ts`, source(fault)])),
    'other/index.ts': respondingWith('fine'),
  });
  const responses: Record<string, unknown> = {};
  // The output of an ending process can arrive after the response.
  const reported = Promise.all(Object.entries(FAULTS).map(([name, [, , text]]) => printed(functions, new RegExp(`^\\[${name}\\] .*(?:${text.source})`, 'm'))));
  for (const name of Object.keys(FAULTS)) {
    const before = await call(functions, name);
    const [lost, other] = await Promise.all([failure(functions, name), call(functions, 'other')]);
    responses[name] = [before, lost, other, await call(functions, name)];
  }
  expect(responses).toEqual(Object.fromEntries(Object.entries(FAULTS).map(([name, [, lost]]) => [name, [[200, '1'], lost, [200, 'fine'], [200, '1']]])));
  await reported;
});
