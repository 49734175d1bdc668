import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { ROOT } from '../repository/repository.ts';
import { keepTemporaryFilesInMemory } from './memory-folder.ts';

/** Environment variable with the socket of {@link serveBackends}, for the test workers. */
const SOCKET = 'ATRIUM_TEST_BACKENDS';

/** Environment variable of a test run whose backends store their data in PostgreSQL, instead of the embedded PGlite. */
export const ON_POSTGRES = 'ATRIUM_TEST_POSTGRES';

/** The program that runs backends, and its arguments. */
const HOST = process.env[ON_POSTGRES] === undefined
  ? ['local-supabase/bin/local-supabase.mjs', 'host']
  : ['tools/run-source/run-source.mjs', 'local-supabase/test/postgres/host-program.ts'];

const orderSchema = v.variant('type', [
  v.object({ type: v.literal('start'), worker: v.string(), args: v.array(v.string()) }),
  v.object({ type: v.literal('stop'), worker: v.string(), id: v.string() }),
]);
const messageSchema = v.variant('type', [
  v.object({
    type: v.literal('ready'),
    id: v.string(),
    apiUrl: v.string(),
    inboxUrl: v.string(),
    publishableKey: v.string(),
    secretKey: v.string(),
    anonKey: v.string(),
    serviceRoleKey: v.string(),
  }),
  v.object({ type: v.literal('prepared'), id: v.string() }),
  v.object({ type: v.literal('refused'), id: v.string(), message: v.string() }),
  v.object({ type: v.literal('stopped'), id: v.string() }),
]);

type Message = v.InferOutput<typeof messageSchema>;
type Order = v.InferOutput<typeof orderSchema>;

/** An embedded backend for tests. */
export interface TestBackend extends Omit<Extract<Message, { type: 'ready' }>, 'type' | 'id'> {
  readonly stop: () => Promise<void>;
}

/**
 * Starts an embedded backend in the host process of this test worker. Each backend has its own database, keys and ports, so
 * test files share neither users nor tables. They only share the loaded program.
 *
 * @param args options of `local-supabase start`. By default, the ports are free ones and passwords are hashed at the lowest cost.
 * @throws Error with the backend's message if it refuses an option, or if nothing called {@link serveBackends}
 */
export async function startTestBackend(args: readonly string[]): Promise<TestBackend> {
  const worker = process.env['JEST_WORKER_ID'] ?? process.env['TEST_PARALLEL_INDEX'] ?? '1';
  const started = await sendOrder({ type: 'start', worker, args: ['--port=0', '--inbox-port=0', '--password-cost=4', ...args] });
  if (started.type !== 'ready') throw new Error(started.type === 'refused' ? started.message : 'The backend was not started.');
  const { id, apiUrl, inboxUrl, publishableKey, secretKey, anonKey, serviceRoleKey } = started;
  return { apiUrl, inboxUrl, publishableKey, secretKey, anonKey, serviceRoleKey, stop: async () => void (await sendOrder({ type: 'stop', worker, id })) };
}

function sendOrder(order: Order): Promise<Message> {
  const socketPath = process.env[SOCKET];
  if (socketPath === undefined) throw new Error('This run cannot start backends. Run the tests with jest.config.ts or e2e/playwright.config.ts.');
  return new Promise((resolve, reject) => {
    // Without an agent: the server closes idle connections after some seconds, and an agent would use them again.
    const sent = request({ socketPath, method: 'POST', agent: false }, (response) => {
      readBody(response).then((text) => v.parse(messageSchema, JSON.parse(text))).then(resolve, reject);
    });
    sent.once('error', reject);
    sent.end(JSON.stringify(order));
  });
}

/**
 * Lets the test workers of this run start backends: one host process for each worker, forked when the worker starts its
 * first backend. The hosts end with this process. Jest and Playwright call it as `globalSetup`.
 */
export default async function serveBackends(): Promise<void> {
  keepTemporaryFilesInMemory();
  const socket = process.platform === 'win32' ? `\\\\.\\pipe\\atrium-${randomUUID()}` : path.join(tmpdir(), `atrium-${randomUUID()}.sock`);
  const hosts = new Map<string, Host>();
  let prepared: Promise<Message> | undefined;
  const carryOut = async (text: string): Promise<Message> => {
    const { worker, ...order } = v.parse(orderSchema, JSON.parse(text));
    let host = hosts.get(worker);
    if (!host?.isAlive) hosts.set(worker, (host = new Host()));
    // One host creates the database template if it is missing, which takes seconds of CPU time. The others wait for it.
    prepared ??= host.send({ type: 'prepare', id: randomUUID() });
    await prepared;
    return host.send({ ...order, id: order.type === 'stop' ? order.id : randomUUID() });
  };
  const server = createServer((incoming, response) => {
    void readBody(incoming).then(carryOut)
      .catch((error: unknown): Message => ({ type: 'refused', id: '', message: String(error) }))
      .then((message) => response.end(JSON.stringify(message)));
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  server.unref();
  process.once('exit', () => rmSync(socket, { force: true }));
  process.env[SOCKET] = socket;
}

/** A process that runs backends (local-supabase/src/host.ts). */
class Host {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<string, (message: Message) => void>();
  /** Why the process carries out no orders. */
  #end: string | null = null;

  constructor() {
    const [program = '', ...args] = HOST;
    // Tests send a backend few queries, so optimising Postgres would cost V8 more time than it saves.
    this.#child = fork(path.join(ROOT, program), args, { cwd: ROOT, execArgv: ['--liftoff-only'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#child.on('message', (content) => {
      const message = v.parse(messageSchema, content);
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    });
    this.#child.once('exit', (code, signal) => this.#refuseOrders(`The host of the backends ended (${String(code ?? signal)}). Its output says why.`));
    // Without a listener, an order to a host that is ending would end this process.
    this.#child.on('error', (error) => this.#refuseOrders(`The host of the backends failed: ${error.message}`));
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get isAlive(): boolean {
    return this.#end === null && this.#child.connected;
  }

  send(message: { readonly type: 'prepare' | 'start' | 'stop'; readonly id: string }): Promise<Message> {
    if (this.#end !== null) return Promise.resolve({ type: 'refused', id: message.id, message: this.#end });
    return new Promise((resolve) => {
      this.#waiting.set(message.id, resolve);
      this.#child.send(message);
    });
  }

  /** Refuses the orders that the host can no longer carry out, and later ones. */
  #refuseOrders(reason: string): void {
    this.#end ??= reason;
    for (const [id, resolve] of this.#waiting) resolve({ type: 'refused', id, message: reason });
    this.#waiting.clear();
  }
}

async function readBody(stream: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text += String(chunk);
  return text;
}
