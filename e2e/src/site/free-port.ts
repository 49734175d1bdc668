import { createServer } from 'node:net';

/**
 * Ports below the range that systems use for outgoing connections and for listeners on port 0. A port that is free here
 * stays free until a test listens on it.
 */
const RANGE = { first: 20_000, last: 29_999 };

let next = RANGE.first + ((process.pid * 100) % (RANGE.last - RANGE.first));

/** A free port of 127.0.0.1 that this process has not returned before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = next === RANGE.last ? RANGE.first : next + 1;
    if (await isFree(port)) return port;
  }
}

/** Ports of sites that tests have stopped. */
const stoppedSitePorts: number[] = [];

/**
 * A free port for the site of one test: that of an earlier test's site, if there is one. A site with the same URL keeps the
 * browser's context, which starts a test in half the time.
 */
export async function sitePort(): Promise<number> {
  return stoppedSitePorts.pop() ?? freePort();
}

/** Gives the port of a stopped site to the next one. */
export function reuseSitePort(port: number): void {
  stoppedSitePorts.push(port);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
