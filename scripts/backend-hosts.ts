import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { keepTemporaryFilesInMemory } from './memory-folder.ts';
import { ROOT } from './site-parts.ts';

/** Environment variable by which test workers find the socket of {@link serveBackends}. */
const SOCKET = 'ATRIUM_TEST_BACKENDS';

const orderSchema = v.variant('type', [
  v.object({ type: v.literal('start'), worker: v.string(), args: v.array(v.string()) }),
  v.object({ type: v.literal('stop'), worker: v.string(), id: v.string() }),
]);
const factsSchema = v.object({ id: v.string(), apiUrl: v.string(), inboxUrl: v.string(), publishableKey: v.string(), secretKey: v.string() });
const messageSchema = v.variant('type', [
  v.object({ type: v.literal('ready'), ...factsSchema.entries, anonKey: v.string(), serviceRoleKey: v.string() }),
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
 * Starts an embedded backend in the host process of this test worker. The backend has a database, keys and ports of its
 * own, so that test files do not see each other's people and tables; what they share is a loaded program.
 *
 * @param args options of `local-supabase start`. Ports are free ones and passwords are hashed at the lowest cost, unless given.
 * @throws Error with the backend's own message when it refuses an option, or when the run has no {@link serveBackends}
 */
export async function startTestBackend(args: readonly string[]): Promise<TestBackend> {
  const worker = process.env['JEST_WORKER_ID'] ?? process.env['TEST_PARALLEL_INDEX'] ?? '1';
  const given = await order({ type: 'start', worker, args: ['--port=0', '--inbox-port=0', '--password-cost=4', ...args] });
  if (given.type !== 'ready') throw new Error(given.type === 'refused' ? given.message : 'The backend was not started.');
  const { id, apiUrl, inboxUrl, publishableKey, secretKey, anonKey, serviceRoleKey } = given;
  return { apiUrl, inboxUrl, publishableKey, secretKey, anonKey, serviceRoleKey, stop: async () => void (await order({ type: 'stop', worker, id })) };
}

function order(content: Order): Promise<Message> {
  const socketPath = process.env[SOCKET];
  if (socketPath === undefined) throw new Error('No backends are served in this run. Run the tests with jest.config.ts, or with e2e/playwright.config.ts.');
  return new Promise((resolve, reject) => {
    // Without an agent, because the server closes a connection that was idle for some seconds while an agent would use it again.
    const sent = request({ socketPath, method: 'POST', agent: false }, (answer) => {
      readBody(answer).then((text) => resolve(v.parse(messageSchema, JSON.parse(text))), reject);
    });
    sent.once('error', reject);
    sent.end(JSON.stringify(content));
  });
}

/**
 * Lets the test workers of this run start backends: one host process for each worker, forked when the worker asks for its
 * first backend. Hosts end with this process. Jest's and Playwright's `globalSetup`.
 */
export default async function serveBackends(): Promise<void> {
  keepTemporaryFilesInMemory();
  const socket = process.platform === 'win32' ? `\\\\.\\pipe\\atrium-${randomUUID()}` : path.join(tmpdir(), `atrium-${randomUUID()}.sock`);
  const hosts = new Map<string, Host>();
  let prepared: Promise<Message> | undefined;
  const server = createServer((asked, answer) => {
    void readBody(asked).then(async (text) => {
      const { worker, ...content } = v.parse(orderSchema, JSON.parse(text));
      let host = hosts.get(worker);
      if (!host?.isAlive) hosts.set(worker, (host = new Host()));
      // One host builds the database template, if it is missing, and the others wait for it: it costs seconds of CPU time.
      prepared ??= host.ask({ type: 'prepare', id: randomUUID() });
      await prepared;
      const id = content.type === 'stop' ? content.id : randomUUID();
      answer.end(JSON.stringify(await host.ask({ ...content, id })));
    });
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

  constructor() {
    // Tests send a backend few queries, so V8 would spend more time on optimising Postgres than that saves.
    this.#child = fork(path.join(ROOT, 'local-supabase/bin/local-supabase.mjs'), ['host'], { cwd: ROOT, execArgv: ['--liftoff-only'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#child.on('message', (content) => {
      const message = v.parse(messageSchema, content);
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    });
    this.#child.once('exit', (code, signal) => {
      for (const [id, answer] of this.#waiting) answer({ type: 'refused', id, message: `The host of the backends ended (${String(code ?? signal)}).` });
    });
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get isAlive(): boolean {
    return this.#child.connected;
  }

  ask(message: { readonly type: 'prepare' | 'start' | 'stop'; readonly id: string }): Promise<Message> {
    return new Promise((resolve) => {
      this.#waiting.set(message.id, resolve);
      this.#child.send(message);
    });
  }
}

async function readBody(stream: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text += String(chunk);
  return text;
}
