import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';

const withoutBody = new Set(['GET', 'HEAD']);

/** A call as a web Request, whose body arrives while it is read. */
export function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) headers.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '');
  const method = incoming.method ?? 'GET';
  const hasBody = !withoutBody.has(method) && (headers.has('transfer-encoding') || (headers.get('content-length') ?? '0') !== '0');
  // The connection is still needed for the answer when the function stops reading.
  const body = hasBody ? { body: ReadableStream.from<Uint8Array>(incoming.iterator({ destroyOnReturn: false })), duplex: 'half' as const } : {};
  const host = headers.get('host') ?? 'localhost';
  for (const name of ['connection', 'transfer-encoding', 'keep-alive']) headers.delete(name);
  return new Request(new URL(incoming.url ?? '/', `http://${host}`), { method, headers, signal, ...body });
}

/** Sends a web Response, its head at once and its body as it comes. @throws what its body throws */
export async function sendResponse(answer: Response, outgoing: ServerResponse): Promise<void> {
  const headers: string[] = [];
  for (const [name, value] of answer.headers) headers.push(name, value);
  outgoing.writeHead(answer.status, headers);
  outgoing.flushHeaders();
  if (answer.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(answer.body), outgoing);
}
