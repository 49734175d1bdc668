import { createServer } from 'node:net';
import { DevelopmentError } from './development-error.ts';

/** The first port that is tried where none is asked for, and how many are. */
const FIRST = 3001;
const TRIED = 20;

/** Finds the port to listen on. @throws DevelopmentError if the one that is wanted is taken, or all are */
export async function freePort(wanted: number | undefined): Promise<number> {
  const candidates = wanted === undefined ? Array.from({ length: TRIED }, (_, index) => FIRST + index) : [wanted];
  for (const port of candidates) if (await isFree(port)) return port;
  throw new DevelopmentError(
    'port-taken',
    wanted === undefined
      ? `The ports from ${FIRST} to ${FIRST + TRIED - 1} are taken. Name a free one with --port.`
      : `Port ${wanted} is taken. Stop what listens there, or choose another port.`,
  );
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
