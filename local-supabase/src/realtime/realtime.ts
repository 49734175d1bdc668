import { WebSocketServer } from 'ws';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Database } from '../database/database.ts';
import type { KeyRole } from '../http/gateway.ts';
import type { ApiKeys } from '../keys/api-keys.ts';
import type { TokenVerifier } from '../keys/token-verifier.ts';
import { Callers } from './caller.ts';
import { ChangeFeed } from './changes/change-feed.ts';
import { deliverSentMessage } from './changes/sent-message.ts';
import { Connection } from './connection.ts';
import type { ProtocolVersion } from './frames/message.ts';
import type { RealtimeLimits } from './realtime-limits.ts';
import type { RealtimeServices } from './realtime-services.ts';
import { Topics } from './topics.ts';

/** What realtime needs. */
export interface RealtimeOptions {
  database: Database;
  keys: ApiKeys;
  verifier: TokenVerifier;
  limits: RealtimeLimits;
}

/** The realtime service of a project: its topics, who is connected, and what of the database is told to them. */
export class Realtime {
  readonly services: RealtimeServices;
  readonly #sockets: WebSocketServer;
  readonly #connections = new Set<Connection>();
  #stopped = false;

  private constructor({ database, keys, verifier, limits }: RealtimeOptions) {
    const topics = new Topics();
    const feed = new ChangeFeed(database, (row) => {
      deliverSentMessage(topics, row);
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

  /** Whether one more may connect. */
  get hasRoom(): boolean {
    return !this.#stopped && this.#connections.size < this.services.limits.connections;
  }

  /** Takes a connection that was admitted over from HTTP. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, client: { version: ProtocolVersion; keyRole: KeyRole }): void {
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = new Connection(webSocket, client, this.services, () => {
        this.#connections.delete(connection);
      });
      this.#connections.add(connection);
    });
  }

  /**
   * Closes every connection with a code, and breaks off those that do not answer within a second. Resolves when no change is looked at
   * any more; messages that came before may still ask the database.
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
