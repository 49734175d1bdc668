import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { StartError } from '../options/start-error.ts';

const systemError = v.object({ code: v.string() });

/**
 * Listens on this machine only. Returns the address by the machine's own name, under which everybody else names the
 * backend too: the issuer of tokens and the key of stored sessions are made from it.
 * @throws StartError when the port is taken.
 */
export async function listen(server: FastifyInstance, port: number, flag: string): Promise<string> {
  try {
    const address = new URL(await server.listen({ host: '127.0.0.1', port }));
    return `http://localhost:${address.port}`;
  } catch (cause) {
    const code = v.is(systemError, cause) ? cause.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new StartError(`Port ${String(port)} is taken. Stop what listens there or give another ${flag}.`, { cause });
    }
    if (code === 'EACCES') throw new StartError(`Port ${String(port)} needs privileges. Give another ${flag}.`, { cause });
    throw cause;
  }
}
