import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { buffer as readAll } from 'node:stream/consumers';
import { WebSocketServer, type WebSocket } from 'ws';
import type { FakeBackend } from '../fake-backend/fake-backend.ts';
import type { StandInBackend } from '../site-proxy/stand-in-backend.ts';

/** Lets browsers reach a fake backend: HTTP, and the WebSocket of its realtime service. */
export class FakeBackendServer implements StandInBackend {
  readonly #backend: FakeBackend;
  readonly #sockets = new WebSocketServer({ noServer: true });

  constructor(backend: FakeBackend) {
    this.#backend = backend;
  }

  get key(): string {
    return this.#backend.key;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (!/^\/(?:auth|rest|storage|functions)\/v1\//.test(request.url ?? '')) return false;
    // A table that nobody named is there, and empty.
    const [, table] = /^\/rest\/v1\/(\w+)(?:\?|$)/.exec(request.url ?? '') ?? [];
    if (table !== undefined) this.#backend.table(table);
    const asked = await requestOf(request, this.#backend.url);
    // Its tab was closed before it had said all.
    if (asked === null) return true;
    const answer = await this.#backend.answer(asked);
    if (answer === null) return false;
    await send(answer, response);
    return true;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    if (request.url?.startsWith('/realtime/v1/websocket') !== true) return false;
    this.#sockets.handleUpgrade(request, socket, head, (client) => this.#connect(client));
    return true;
  }

  #connect(client: WebSocket): void {
    const connection = this.#backend.realtime.connect((frame) => client.send(frame));
    client.on('message', (data, isBinary) => {
      const content = Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
      connection.receive(isBinary ? new Uint8Array(content).buffer : content.toString('utf8'));
    });
    // What breaks the line closes it, too.
    client.on('error', () => client.terminate());
    client.on('close', () => connection.close());
  }
}

/** Null if its line broke. */
async function requestOf(request: IncomingMessage, origin: string): Promise<Request | null> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers.set(name, String(value));
  const body = await readAll(request).catch(() => null);
  if (body === null) return null;
  return new Request(new URL(request.url ?? '/', origin), { method: request.method ?? 'GET', headers, ...(body.length > 0 && { body }) });
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  // A fault of the network, as `Response.error()` says it.
  if (answer.type === 'error') return void response.destroy();
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.end(Buffer.from(await answer.arrayBuffer()));
}
