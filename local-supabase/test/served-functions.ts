import { afterEach } from '@jest/globals';
import { serveFunctions, type ServedFunctions } from './function-files.ts';

let served: ServedFunctions | undefined;
afterEach(async () => {
  await stop();
});

/** Serves functions until the test is done. */
export async function serve(files: Record<string, string>, folders: string[], ...args: string[]): Promise<ServedFunctions> {
  served = await serveFunctions(files, folders, ...args);
  return served;
}

/** Ends what runs; resolves with what it printed. */
export async function stop(): Promise<string> {
  const output = await served?.stop();
  served = undefined;
  return output ?? '';
}

/** Status and body of a call. */
export async function call({ backend }: ServedFunctions, name: string): Promise<[number, string]> {
  const answer = await backend.fetch(`/functions/v1/${name}`, { method: 'POST' });
  return [answer.status, await answer.text()];
}

/** Resolves once the backend has printed a text, its own or a function's; ask before it can. */
export function printed({ backend }: ServedFunctions, text: RegExp): Promise<void> {
  return new Promise((resolve) => {
    let all = '';
    backend.running.process.stderr?.on('data', (piece: string) => {
      all += piece;
      if (text.test(all)) resolve();
    });
  });
}
