import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { isMissingFile } from '../../errors/missing-file.ts';
import type { FunctionServer, Handler, ServeOptions } from './function-server.ts';

const handlerSchema = v.custom<Handler>((value) => typeof value === 'function');
const optionsSchema = v.looseObject({
  handler: v.optional(handlerSchema),
  onError: v.optional(v.custom<NonNullable<ServeOptions['onError']>>((value) => typeof value === 'function')),
  onListen: v.optional(v.custom<NonNullable<ServeOptions['onListen']>>((value) => typeof value === 'function')),
  signal: v.optional(v.instance(AbortSignal)),
});

class NotFound extends Error {
  override readonly name = 'NotFound';
}

function notFound(file: string | URL, cause: unknown): unknown {
  return isMissingFile(cause) ? new NotFound(`No such file or directory: readfile '${String(file)}'`, { cause }) : cause;
}

/**
 * The part of Deno that functions of a hosted project use (docs.deno.com/api/deno), with the same restrictions: the
 * environment is read-only.
 */
export function createDeno(environment: Readonly<Record<string, string>>, server: FunctionServer): object {
  async function read(file: string | URL): Promise<Buffer> {
    try {
      return await readFile(file);
    } catch (cause) {
      throw notFound(file, cause);
    }
  }
  function readSync(file: string | URL): Buffer {
    try {
      return readFileSync(file);
    } catch (cause) {
      throw notFound(file, cause);
    }
  }
  return {
    serve(...given: unknown[]) {
      const handler = v.safeParse(handlerSchema, given.find((value) => typeof value === 'function'));
      const options = v.parse(v.optional(optionsSchema, {}), given.find((value) => typeof value === 'object' && value !== null));
      const chosen = handler.success ? handler.output : options.handler;
      if (!chosen) throw new TypeError('Deno.serve needs a handler: Deno.serve((request) => new Response(…)).');
      return server.serve(chosen, { ...(options.onError && { onError: options.onError }), ...(options.onListen && { onListen: options.onListen }) });
    },
    env: {
      get: (name: string) => environment[name],
      has: (name: string) => name in environment,
      toObject: () => ({ ...environment }),
    },
    readFile: async (file: string | URL) => new Uint8Array(await read(file)),
    readFileSync: (file: string | URL) => new Uint8Array(readSync(file)),
    readTextFile: async (file: string | URL) => (await read(file)).toString('utf8'),
    readTextFileSync: (file: string | URL) => readSync(file).toString('utf8'),
    errors: { NotFound },
    version: { deno: 'local-supabase', v8: process.versions.v8, typescript: '' },
    build: { os: 'linux', arch: 'x86_64', target: 'x86_64-unknown-linux-gnu' },
  };
}
