import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventsIn, type SeenEvent } from '../../../shell/test/telemetry/otlp-schema.ts';

/** A request with events. */
interface SentEvents {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An OpenTelemetry collector for tests. It accepts logs over OTLP/HTTP from pages of any origin. */
export class Collector {
  readonly #server: Server;
  readonly url: string;
  readonly requests: SentEvents[] = [];
  /** The status of its responses. */
  status = 200;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<Collector> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const collector = new Collector(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void collector.#respond(request, response));
    return collector;
  }

  /** All events up to now. Throws if a request does not follow the protocol. */
  get events(): SeenEvent[] {
    return this.requests.flatMap(({ body }) => eventsIn(body));
  }

  /** Stops it if it still runs. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Like the real collector's `cors` setting.
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*').setHeader('vary', 'origin');
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { 'access-control-allow-headers': 'content-type', 'access-control-allow-methods': 'POST' }).end();
      return;
    }
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    if (request.method === 'POST' && request.url === '/v1/logs') this.requests.push({ headers: request.headers, body: Buffer.concat(pieces).toString() });
    response.writeHead(this.status, { 'content-type': 'application/json' }).end('{}');
  }
}
