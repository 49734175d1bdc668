import { afterAll } from '@jest/globals';
import * as v from 'valibot';
import { BackendProcess } from '../backend.ts';
import type { Backend } from '../backend.ts';
import { writeFunctions } from './function-files.ts';
import type { FunctionFiles } from './function-files.ts';

/** Functions in a temporary folder, and the backend that serves them. */
interface Served {
  backend: Backend;
  write: FunctionFiles['write'];
}

/** Functions and the process that serves them and prints their output. */
export interface ServedFunctions extends Served {
  backend: BackendProcess;
  /** Stops the backend if it runs. Resolves with its output. */
  stop: () => Promise<string>;
}

const served: ServedFunctions[] = [];
afterAll(async () => {
  await Promise.all(served.map((functions) => functions.stop()));
});

/** Serves functions in a separate process, for the tests of this file. Starting takes seconds, so tests add their functions to a running backend. */
export async function serve(...args: string[]): Promise<ServedFunctions> {
  const files = await writeFunctions({}, []);
  const backend = await BackendProcess.run([...files.args, ...args]);
  const stop = async (): Promise<string> => {
    const { stdout, stderr } = await backend.end();
    await files.remove();
    return stdout + stderr;
  };
  const functions = { backend, write: files.write, stop };
  served.push(functions);
  return functions;
}

/** The source of a function that responds with a text. */
export const respondingWith = (text: string): string => `Deno.serve(() => new Response('${text}'));`;

/** Adds functions. @param files contents by path */
export async function writeFiles({ write }: Pick<Served, 'write'>, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, content] of Object.entries(files)) await write(file, content);
}

/** The status and body of a call. */
export async function call({ backend }: Pick<Served, 'backend'>, name: string): Promise<[number, string]> {
  const response = await backend.fetch(`/functions/v1/${name}`, { method: 'POST', headers: { authorization: `Bearer ${backend.ready.anonKey}` } });
  return [response.status, await response.text()];
}

const codeSchema = v.object({ code: v.string() });

/** The status and error code of a call that fails. */
export async function failure(functions: Pick<Served, 'backend'>, name: string): Promise<[number, string]> {
  const [status, text] = await call(functions, name);
  return [status, v.parse(codeSchema, JSON.parse(text)).code];
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
