import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { buffer as readAll } from 'node:stream/consumers';
import { WebSocketServer, type WebSocket } from 'ws';
import type { FakeBackend } from '../../fake-backend/fake-backend.ts';
import type { SubstituteBackend } from '../../site-proxy/site-proxy.ts';

/** Serves a fake backend to browsers: HTTP, and the WebSocket of its realtime service. */
export class FakeBackendServer implements SubstituteBackend {
  readonly #backend: FakeBackend;
  readonly #replacementFor: (request: IncomingMessage) => object | null;
  readonly #sockets = new WebSocketServer({ noServer: true });

  /** @param replacementFor returns the data that replaces the site's response to a request; null if the site itself responds */
  constructor(backend: FakeBackend, replacementFor: (request: IncomingMessage) => object | null) {
    this.#backend = backend;
    this.#replacementFor = replacementFor;
  }

  get key(): string {
    return this.#backend.key;
  }

  async respond(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const replaced = this.#replacementFor(request);
    if (replaced) {
      await send(Response.json(replaced, { headers: { 'cache-control': 'no-store' } }), response);
      return true;
    }
    if (!/^\/(?:auth|rest|storage|functions)\/v1\//.test(request.url ?? '')) return false;
    // Tables and buckets that the settings do not contain exist and are empty.
    const [, table] = /^\/rest\/v1\/(\w+)(?:\?|$)/.exec(request.url ?? '') ?? [];
    if (table !== undefined) this.#backend.table(table);
    const [, bucket] = /^\/storage\/v1\/object\/(?:(?:list|sign|public|authenticated|info|upload)\/)*([^/?]+)/.exec(request.url ?? '') ?? [];
    if (bucket !== undefined) this.#backend.storage.bucket(bucket);
    const received = await requestOf(request, this.#backend.url);
    // The tab was closed before it had sent the whole request.
    if (received === null) return true;
    const result = await this.#backend.answer(received);
    if (result === null) return false;
    await send(result, response);
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
    // An error also closes the socket.
    client.on('error', () => client.terminate());
    client.on('close', () => connection.close());
  }
}

/** Null if the connection broke. */
async function requestOf(request: IncomingMessage, origin: string): Promise<Request | null> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers.set(name, String(value));
  const body = await readAll(request).catch(() => null);
  if (body === null) return null;
  return new Request(new URL(request.url ?? '/', origin), { method: request.method ?? 'GET', headers, ...(body.length > 0 && { body }) });
}

async function send(result: Response, response: ServerResponse): Promise<void> {
  // A simulated network failure (`Response.error()`).
  if (result.type === 'error') return void response.destroy();
  response.statusCode = result.status;
  for (const [name, value] of result.headers) response.setHeader(name, value);
  response.end(Buffer.from(await result.arrayBuffer()));
}
