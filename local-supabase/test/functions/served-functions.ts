import { afterAll } from '@jest/globals';
import { serveFunctions } from './function-files.ts';
import type { ServedFunctions } from './function-files.ts';

const served: ServedFunctions[] = [];
afterAll(async () => {
  await Promise.all(served.map((functions) => functions.stop()));
});

/** Serves functions for the tests of this file. Starting takes seconds, so tests add their functions to a running backend. */
export async function serve(...args: string[]): Promise<ServedFunctions> {
  const functions = await serveFunctions({}, [], ...args);
  served.push(functions);
  return functions;
}

/** The status and body of a call. */
export async function call({ backend }: ServedFunctions, name: string): Promise<[number, string]> {
  const answer = await backend.fetch(`/functions/v1/${name}`, { method: 'POST', headers: { authorization: `Bearer ${backend.ready.anonKey}` } });
  return [answer.status, await answer.text()];
}

/** Resolves with the output since the call once the backend or a function has printed a text. Call it before the text can appear. */
export function printed({ backend }: ServedFunctions, text: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let all = '';
    backend.running.process.stderr?.on('data', (piece: string) => {
      all += piece;
      if (text.test(all)) resolve(all);
    });
  });
}
