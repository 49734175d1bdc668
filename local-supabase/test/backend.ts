import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { createClient } from '@supabase/supabase-js';
import type { SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import WebSocket from 'ws';
import { startTestBackend } from '../../tools/backend/test-backends.ts';

// Each file starts its own processes, on machines that may be busy.
jest.setTimeout(120_000);

// supabase-js needs the WebSocket of browsers and Node 22.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket });

const launcher = fileURLToPath(new URL('../bin/local-supabase.mjs', import.meta.url));

/** The migrations that the repository deploys. */
export const migrationsDirectory = fileURLToPath(new URL('../../supabase/migrations', import.meta.url));

const readySchema = v.object({
  apiUrl: v.string(),
  inboxUrl: v.string(),
  publishableKey: v.string(),
  secretKey: v.string(),
  anonKey: v.string(),
  serviceRoleKey: v.string(),
});

const messageSchema = v.object({
  id: v.string(),
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  html: v.nullable(v.string()),
  links: v.array(v.string()),
  codes: v.array(v.string()),
});

/** A message in the inbox's JSON. */
export type InboxMessage = v.InferOutput<typeof messageSchema>;

/** An ended process with its output. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A running command. */
export interface Running {
  process: ChildProcess;
  ended: Promise<Ended>;
}

/** Runs `local-supabase` with arguments and additional environment variables. */
export function run(args: string[], environment: Record<string, string> = {}): Running {
  // Without this, V8 spends half of a short process's time on optimising the WebAssembly of Postgres.
  const child = spawn(process.execPath, ['--liftoff-only', launcher, ...args], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env: { ...process.env, ...environment } });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  // Not the event `close`, which does not follow once a test has disconnected the process.
  const output = [child.stdout, child.stderr].flatMap((stream) => (stream ? [finished(stream)] : []));
  const ended = Promise.all([exit, ...output]).then(([code]) => ({ code: code ?? null, stdout, stderr }));
  return { process: child, ended };
}

type Ready = v.InferOutput<typeof readySchema>;

/** A running backend and its HTTP addresses. */
export class Backend {
  readonly ready: Ready;
  /** Stops the backend like Ctrl-C. */
  readonly stop: () => Promise<void>;

  protected constructor(ready: Ready, stop: () => Promise<void>) {
    this.ready = ready;
    this.stop = stop;
  }

  /** Starts a backend on free ports, in the host process of this test worker. Tests of the process itself use {@link BackendProcess}. */
  static async start(...args: string[]): Promise<Backend> {
    const { stop, ...ready } = await startTestBackend(args);
    return new Backend(ready, stop);
  }

  /** Unmodified supabase-js as in one browser, with its own session in memory. */
  client(key = this.ready.publishableKey): SupabaseClient {
    return clientOf(this.ready.apiUrl, key);
  }

  /** A client with the rights of the secret key. */
  admin(): SupabaseClient {
    return this.client(this.ready.secretKey);
  }

  /** A request to the API with the publishable key. */
  fetch(address: string, init: { method?: string; body?: unknown; headers?: Record<string, string> } = {}): Promise<Response> {
    return fetch(this.ready.apiUrl + address, {
      method: init.method ?? 'GET',
      redirect: 'manual',
      headers: { apikey: this.ready.publishableKey, ...init.headers },
      ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
    });
  }

  /** The messages to a recipient, newest first. */
  async messages(to: string): Promise<InboxMessage[]> {
    const response = await fetch(`${this.ready.inboxUrl}/api/messages?to=${encodeURIComponent(to)}`);
    return v.parse(v.object({ messages: v.array(messageSchema) }), await response.json()).messages;
  }

  /** The newest message to a recipient. */
  async newestMessage(to: string): Promise<InboxMessage> {
    const [message] = await this.messages(to);
    if (!message) throw new Error(`There is no message to ${to}.`);
    return message;
  }
}

/** A backend in its own process, for tests of output, signals and exit. */
export class BackendProcess extends Backend {
  readonly running: Running;

  private constructor(running: Running, ready: Ready) {
    super(ready, async () => void (await this.end()));
    this.running = running;
  }

  /** Starts the command on free ports with additional environment variables, and waits until it is ready. */
  static async run(args: readonly string[], environment: Record<string, string> = {}): Promise<BackendProcess> {
    const running = run(['start', '--port', '0', '--inbox-port', '0', ...args], environment);
    const ready = await new Promise<unknown>((resolve, reject) => {
      running.process.once('message', resolve);
      void running.ended.then(({ stderr }) => {
        reject(new Error(`The backend ended before it was ready: ${stderr}`));
      });
    });
    return new BackendProcess(running, v.parse(readySchema, ready));
  }

  /** Stops the backend like Ctrl-C. Resolves with its exit code and output. */
  async end(): Promise<Ended> {
    this.running.process.kill('SIGTERM');
    return this.running.ended;
  }

  /** Kills the backend without a chance to clean up. */
  async kill(): Promise<void> {
    this.running.process.kill('SIGKILL');
    await this.running.ended;
  }
}

/** A client with its own storage. */
export function clientOf(apiUrl: string, key: string): ReturnType<typeof createClient> {
  const memory = new Map<string, string>();
  return createClient(apiUrl, key, {
    auth: {
      flowType: 'pkce',
      detectSessionInUrl: false,
      autoRefreshToken: false,
      storage: {
        getItem: (name: string) => memory.get(name) ?? null,
        setItem: (name: string, value: string) => void memory.set(name, value),
        removeItem: (name: string) => void memory.delete(name),
      },
    },
  });
}

/** The token hash in a mail's link. */
export function tokenHashOf(message: InboxMessage): string {
  const hash = new URL(message.links[0] ?? '').searchParams.get('token_hash');
  if (hash === null) throw new Error(`There is no token hash in: ${message.text}`);
  return hash;
}

/** The code in a mail or an SMS. */
export function codeOf(message: InboxMessage): string {
  const [code] = message.codes;
  if (code === undefined) throw new Error(`There is no code in: ${message.text}`);
  return code;
}

/** A new directory, and a function that removes it. */
export async function temporaryDirectory(): Promise<{ directory: string; remove: () => Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'local-supabase-'));
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) };
}

/** A settings file in a directory. Returns its path. */
export async function writeConfig(directory: string, auth: object): Promise<string> {
  const file = path.join(directory, 'config.json');
  await writeFile(file, JSON.stringify({ auth }));
  return file;
}

/** A value of `--jwt-secret`, with which tests sign their own tokens. */
export const JWT_SECRET = 'the secret of tokens that tests sign themselves';

/** A valid password. */
export const PASSWORD = 'correct horse battery';

/** A migration whose function makes every session older than the day in which a password can be changed without a code (supabase/auth, `internal/api/user.go`). */
export const AGE_SESSIONS = `create function public.age_sessions() returns void language sql security definer set search_path = '' as $$
  update auth.sessions set created_at = now() - interval '2 days' where true;
$$;`;
