import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import * as v from 'valibot';
import { WebSocketServer } from 'ws';
import type { Database } from '../database/database.ts';
import { roleOfKey } from '../http/gateway.ts';
import type { KeyRole } from '../http/gateway.ts';
import type { ApiKeys } from '../keys/api-keys.ts';
import type { TokenVerifier } from '../keys/token-verifier.ts';
import { Callers } from './caller.ts';
import { ChangeFeed } from './change-feed.ts';
import { Connection } from './connection.ts';
import { PROTOCOL_VERSIONS } from './frames.ts';
import type { ProtocolVersion } from './frames.ts';
import type { RealtimeLimits, RealtimeServices } from './realtime-services.ts';
import { deliverStoredMessage } from './stored-messages.ts';
import { Topics } from './topics.ts';

/** The dependencies of Realtime. */
interface RealtimeOptions {
  database: Database;
  keys: ApiKeys;
  verifier: TokenVerifier;
  limits: RealtimeLimits;
}

/** The realtime service of a project: its topics, its connections and its change feed. */
export class Realtime {
  readonly services: RealtimeServices;
  readonly #sockets: WebSocketServer;
  readonly #connections = new Set<Connection>();
  #stopped = false;

  private constructor({ database, keys, verifier, limits }: RealtimeOptions) {
    const topics = new Topics();
    const feed = new ChangeFeed(database, (row) => {
      deliverStoredMessage(topics, row);
    });
    this.services = { database, callers: new Callers(keys, verifier), topics, feed, limits };
    this.#sockets = new WebSocketServer({ noServer: true, clientTracking: true, maxPayload: limits.frameBytes, perMessageDeflate: false });
  }

  /** Starts the service on a database. */
  static async start(options: RealtimeOptions): Promise<Realtime> {
    const realtime = new Realtime(options);
    await realtime.services.feed.start();
    return realtime;
  }

  /** Whether another client may connect. */
  get hasRoom(): boolean {
    return !this.#stopped && this.#connections.size < this.services.limits.connections;
  }

  /** Upgrades an accepted request to a WebSocket. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, client: { version: ProtocolVersion; keyRole: KeyRole }): void {
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = new Connection(webSocket, client, this.services, () => {
        this.#connections.delete(connection);
      });
      this.#connections.add(connection);
    });
  }

  /**
   * Closes every connection with a close code, and terminates those that do not respond within a second. Resolves once no change
   * is being delivered. Earlier messages may still query the database.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const connection of this.#connections) connection.shutDown();
    const closed = [...this.#sockets.clients].map(
      (client) =>
        new Promise<void>((resolve) => {
          const timer = setTimeout(() => {
            client.terminate();
          }, 1000);
          client.once('close', () => {
            clearTimeout(timer);
            resolve();
          });
        }),
    );
    await Promise.all([this.services.feed.stop(), ...closed]);
  }
}

const WEBSOCKET_PATH = '/realtime/v1/websocket';
const versionSchema = v.picklist(PROTOCOL_VERSIONS);

/** Accepts WebSockets at `/realtime/v1/websocket` from any origin, as on a hosted project: they need a key, and cookies are never used. */
export function registerUpgrade(server: Server, realtime: Realtime, keys: ApiKeys): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    const address = request.url ?? '/';
    const url = URL.canParse(address, 'http://localhost') ? new URL(address, 'http://localhost') : undefined;
    if (url?.pathname !== WEBSOCKET_PATH) return refuse(socket, '404 Not Found', `WebSockets are at ${WEBSOCKET_PATH} only.`);
    const header = request.headers['x-api-key'];
    const key = typeof header === 'string' ? header : url.searchParams.get('apikey');
    if (key === null || key === '') return refuse(socket, '401 Unauthorized', 'API key is missing');
    const keyRole = roleOfKey(keys, key);
    if (!keyRole) return refuse(socket, '401 Unauthorized', 'The API key is not one of this project.');
    if (keyRole === 'service_role' && request.headers.origin !== undefined) return refuse(socket, '401 Unauthorized', 'Forbidden use of secret API key in browser');
    const version = v.safeParse(versionSchema, url.searchParams.get('vsn') ?? '1.0.0');
    if (!version.success) return refuse(socket, '400 Bad Request', `vsn must be ${PROTOCOL_VERSIONS.join(' or ')}.`);
    if (!realtime.hasRoom) return refuse(socket, '429 Too Many Requests', 'Too many connected users');
    realtime.accept(request, socket, head, { version: version.output, keyRole });
  });
}

function refuse(socket: Duplex, status: string, error: string): void {
  const body = JSON.stringify({ error });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${String(Buffer.byteLength(body))}\r\nconnection: close\r\n\r\n${body}`,
  );
}
