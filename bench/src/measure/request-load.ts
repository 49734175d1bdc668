import { connect } from 'node:net';

/** What a server did under load. */
export interface RequestLoad {
  /** Mean milliseconds between completed requests. */
  readonly each: number;
  /** Milliseconds within which 99 of 100 requests completed. */
  readonly p99: number;
}

interface LoadOptions {
  /** Open connections, each of which sends its next request when the last one has completed. */
  readonly connections: number;
  /** Requests before the measurement, which let V8 optimise the server's code. */
  readonly warmUp: number;
  /** Requests to measure. */
  readonly count: number;
}

/**
 * Sends the same request over many connections at the same time. It writes and reads plain sockets, so that it needs less
 * of the processor than any server that it measures.
 * @throws {Error} if the server responds with another status than 200, or ends a connection
 */
export async function loadServer(url: string, path: string, headers: Readonly<Record<string, string>>, { connections, warmUp, count }: LoadOptions): Promise<RequestLoad> {
  const { hostname, port, host } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const times: number[] = [];
  let waiting = warmUp + count;
  let completed = 0;
  let began = 0;
  const useConnection = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let sent = 0;
      let received = Buffer.alloc(0);
      const next = () => {
        if (waiting === 0) {
          resolve();
          socket.end();
          return;
        }
        waiting -= 1;
        sent = performance.now();
        socket.write(request);
      };
      socket.setNoDelay(true);
      socket.once('connect', next);
      socket.once('error', reject);
      socket.once('close', () => reject(new Error(`${url} closed a connection.`)));
      socket.on('data', (chunk) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        const length = lengthOf(received, path);
        if (length === null || received.length < length) return;
        received = Buffer.alloc(0);
        completed += 1;
        if (completed === warmUp) began = performance.now();
        if (completed > warmUp) times.push(performance.now() - sent);
        next();
      });
    });
  await Promise.all(Array.from({ length: connections }, useConnection));
  const each = (performance.now() - began) / times.length;
  const sorted = times.sort((one, other) => one - other);
  return { each, p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN };
}

/** Bytes of the response that begins in a buffer; null until its headers are complete. */
function lengthOf(received: Buffer, path: string): number | null {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const head = received.subarray(0, end).toString('latin1');
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`${path} responded with ${head.slice(0, 40)}.`);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`The response to ${path} has no Content-Length.`);
  return end + 4 + Number(length);
}
