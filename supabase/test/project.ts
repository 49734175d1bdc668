import path from 'node:path';
import { jest } from '@jest/globals';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { TOTP } from 'otpauth';
import WebSocket from 'ws';
import type { Database } from '../../pages-remote/database-types.ts';
import { startTestBackend, type TestBackend } from '../../tools/backend/test-backends.ts';
import { ROOT } from '../../tools/repository/repository.ts';

// Each file starts its own backend, on machines that can be busy.
jest.setTimeout(300_000);

// supabase-js needs the WebSocket of browsers and Node 22.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket });

/** Unmodified supabase-js with the generated types of the database. */
export type Client = SupabaseClient<Database>;

/** A valid password. */
export const PASSWORD = 'correct horse battery';

/** A signed-in person with an account. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly client: Client;
}

/** A client with its own session, like another browser. */
export function clientOf({ apiUrl }: Pick<TestBackend, 'apiUrl'>, key: string): Client {
  const memory = new Map<string, string>();
  const storage = {
    getItem: (name: string) => memory.get(name) ?? null,
    setItem: (name: string, value: string) => void memory.set(name, value),
    removeItem: (name: string) => void memory.delete(name),
  };
  return createClient<Database>(apiUrl, key, { auth: { flowType: 'pkce', detectSessionInUrl: false, autoRefreshToken: false, storage } });
}

/** A backend with the repository's migrations, as `supabase db push` sets up a hosted project. */
export class Project {
  readonly #clients: Client[] = [];
  readonly #backend: TestBackend;
  /** A client with the secret key, to which no policy applies. */
  readonly admin: Client;

  private constructor(backend: TestBackend) {
    this.#backend = backend;
    this.admin = this.client(backend.secretKey);
  }

  /** Starts the embedded backend with additional options. It is in memory unless they contain `--data-dir`. */
  static async start(...args: readonly string[]): Promise<Project> {
    return new Project(await startTestBackend(['--no-rate-limits', `--migrations=${path.join(ROOT, 'supabase/migrations')}`, ...args]));
  }

  /** Closes the connections of all clients, which would otherwise reconnect forever, and stops the backend. */
  async stop(): Promise<void> {
    // `disconnect` keeps the process running for ten seconds, so only clients that have connected call it.
    const connected = this.#clients.filter(({ realtime }) => realtime.isConnected() || realtime.isConnecting());
    await Promise.all(connected.map(async ({ realtime }) => realtime.disconnect()));
    await this.#backend.stop();
  }

  /** The URLs and keys of its services. */
  get backend(): Readonly<TestBackend> {
    return this.#backend;
  }

  /** A client with its own session, like another browser. */
  client(key = this.#backend.publishableKey): Client {
    const client = clientOf(this.#backend, key);
    this.#clients.push(client);
    return client;
  }

  /** Registers a person and signs them in. */
  async register(name: string): Promise<Person> {
    const email = `${name.replaceAll(' ', '.')}@example.com`;
    const client = this.client();
    const { data, error } = await client.auth.signUp({ email, password: PASSWORD, options: { data: { name } } });
    if (error) throw error;
    return { id: data.user?.id ?? '', email, name, client };
  }

  /** Another session of a person. */
  async logIn({ email }: Pick<Person, 'email'>): Promise<Client> {
    const client = this.client();
    const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    if (error) throw error;
    return client;
  }
}

/** Adds an authenticator app. The client's session is at aal2 afterwards. */
export async function addAuthenticator(client: Client): Promise<void> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  if (error) throw error;
  const code = new TOTP({ secret: data.totp.secret }).generate();
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
  if (verified.error) throw verified.error;
}

/** Rows of one request of {@link insertNotes}. */
const ROWS_PER_REQUEST = 1000;

/** Inserts many notes. In one request, supabase-js would need time in proportion to the square of their number. */
export async function insertNotes(client: Client, notes: readonly Database['public']['Tables']['workspace_notes']['Insert'][]): Promise<void> {
  for (let first = 0; first < notes.length; first += ROWS_PER_REQUEST) {
    await client.from('workspace_notes').insert(notes.slice(first, first + ROWS_PER_REQUEST)).throwOnError();
  }
}
