import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { DatabaseError, parse, serialize } from 'pg-protocol';
import * as v from 'valibot';
import type { ExposedConnection } from '../../src/rest/exposed-connection.ts';

type Driver = ExposedConnection['driver'];

/** A message of the server (postgresql.org/docs/current/protocol-message-formats.html). */
interface Reply {
  readonly name: string;
}

/** What was sent, and its replies so far. */
interface Exchange {
  /** The replies of which one is the last. */
  readonly last: ReadonlySet<string>;
  readonly replies: Reply[];
  error?: Error;
  readonly resolve: (replies: Reply[]) => void;
  readonly reject: (error: Error) => void;
}

const READY = new Set(['readyForQuery']);

/** The last reply to a message by its type. Without a `Sync` after it, the server sends that reply only after a `Flush`. */
const LAST_REPLIES: Readonly<Record<string, ReadonlySet<string>>> = {
  P: new Set(['parseComplete', 'error']),
  B: new Set(['bindComplete', 'error']),
  D: new Set(['rowDescription', 'noData', 'error']),
  E: new Set(['commandComplete', 'emptyQuery', 'portalSuspended', 'error']),
};

const notification = v.object({ name: v.literal('notification'), channel: v.string() });

/** The type of the last of some messages. */
function lastTypeOf(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let type = '';
  for (let offset = 0; offset < bytes.length; offset += 1 + view.getInt32(offset + 1)) type = String.fromCharCode(view.getUint8(offset));
  return type;
}

/** A connection to a server, which handles one exchange after the other. */
class ServerConnection {
  readonly #socket: Socket;
  readonly #listeners = new Map<string, Set<() => void>>();
  #running: Exchange | undefined;
  #failure = new Error('The database is closed.');

  constructor(socket: Socket) {
    this.#socket = socket;
    void parse(socket, (message) => {
      this.#receive(message);
    });
    socket.on('error', (error) => (this.#failure = error));
    socket.once('close', () => this.#running?.reject(this.#failure));
  }

  /** Sends messages. Resolves with the replies, or rejects with the first error among them, after the last one. */
  send(bytes: Uint8Array, type = lastTypeOf(bytes)): Promise<Reply[]> {
    if (this.#socket.destroyed) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const last = LAST_REPLIES[type];
      this.#running = { last: last ?? READY, replies: [], resolve, reject };
      this.#socket.write(last ? Buffer.concat([bytes, serialize.flush()]) : bytes);
    });
  }

  listen(channel: string, callback: () => void): () => void {
    const callbacks = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, callbacks.add(callback));
    return () => callbacks.delete(callback);
  }

  async close(): Promise<void> {
    if (this.#socket.destroyed) return;
    const closed = once(this.#socket, 'close');
    this.#socket.end(serialize.end());
    await closed;
  }

  #receive(message: Reply): void {
    if (v.is(notification, message)) {
      for (const callback of this.#listeners.get(message.channel) ?? []) queueMicrotask(callback);
      return;
    }
    const running = this.#running;
    if (!running) return;
    if (message instanceof DatabaseError) running.error ??= message;
    else running.replies.push(message);
    if (!running.last.has(message.name)) return;
    this.#running = undefined;
    if (running.error) running.reject(running.error);
    else running.resolve(running.replies);
  }
}

/**
 * Lets a session of PGlite send its messages to a PostgreSQL server, instead of to Postgres in WebAssembly, which it must not have
 * started. So the values of parameters and results are converted by the same code.
 * @param folder of the server's socket
 * @param user a superuser
 */
export async function connectToServer(driver: Driver, folder: string, user: string): Promise<void> {
  const socket = connect(path.join(folder, '.s.PGSQL.5432'));
  await once(socket, 'connect');
  const connection = new ServerConnection(socket);
  await connection.send(serialize.startup({ user, database: 'postgres' }), 'startup');
  let isOpen = true;
  Object.defineProperty(driver, 'ready', { get: () => isOpen });
  Object.assign(driver, {
    execProtocolStream: (bytes: Uint8Array) => connection.send(bytes),
    listen: async (channel: string, callback: () => void) => {
      await driver.exec(`listen ${channel}`);
      const stop = connection.listen(channel, callback);
      return () => Promise.resolve(stop());
    },
    close: async () => {
      isOpen = false;
      await connection.close();
    },
  });
  // So that lists are read as such.
  await driver.refreshArrayTypes();
}
