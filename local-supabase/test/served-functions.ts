import { afterAll } from '@jest/globals';
import { serveFunctions, type ServedFunctions } from './function-files.ts';

const served: ServedFunctions[] = [];
afterAll(async () => {
  await Promise.all(served.map((functions) => functions.stop()));
});

/** Serves functions until the tests of this file are done. A process takes seconds to start: tests add their functions to one that runs. */
export async function serve(...args: string[]): Promise<ServedFunctions> {
  const functions = await serveFunctions({}, [], ...args);
  served.push(functions);
  return functions;
}

/** Status and body of a call. */
export async function call({ backend }: ServedFunctions, name: string): Promise<[number, string]> {
  const answer = await backend.fetch(`/functions/v1/${name}`, { method: 'POST', headers: { authorization: `Bearer ${backend.ready.anonKey}` } });
  return [answer.status, await answer.text()];
}

/** Resolves once the backend has printed a text, its own or a function's, to all that it printed since this was called; call it before it can. */
export function printed({ backend }: ServedFunctions, text: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let all = '';
    backend.running.process.stderr?.on('data', (piece: string) => {
      all += piece;
      if (text.test(all)) resolve(all);
    });
  });
}
