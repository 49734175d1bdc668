import path from 'node:path';
import { jest } from '@jest/globals';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import type { Database } from '../../pages-remote/database-types.ts';
import { startTestBackend, type TestBackend } from '../../scripts/backend-hosts.ts';
import { ROOT } from '../../scripts/site-parts.ts';

// Each file starts a backend of its own, on machines that may be busy.
jest.setTimeout(300_000);

// supabase-js expects the WebSocket that every browser and Node since 22 has.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket });

/** Unmodified supabase-js, with the types that are generated from the migrations. */
export type Client = SupabaseClient<Database>;

/** A password that fits. */
export const PASSWORD = 'correct horse battery';

/** Somebody with an account, signed in. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly client: Client;
}

/** A project with the migrations of this folder, as `supabase db push` would set it up. */
export class Project {
  readonly #clients: Client[] = [];
  readonly #backend: TestBackend;
  /** With the rights of the secret key: no policy holds for it. */
  readonly admin: Client;

  private constructor(backend: TestBackend) {
    this.#backend = backend;
    this.admin = this.client(backend.secretKey);
  }

  /** Starts the embedded backend; without a `--data-dir`, with nothing kept. */
  static async start(...args: readonly string[]): Promise<Project> {
    return new Project(await startTestBackend(['--no-rate-limits', `--migrations=${path.join(ROOT, 'supabase/migrations')}`, ...args]));
  }

  /** Ends every connection of the clients, which would try for ever to have it back, and the backend. */
  async stop(): Promise<void> {
    await Promise.all(this.#clients.map(async ({ realtime }) => realtime.disconnect()));
    await this.#backend.stop();
  }

  /** Where the project's services are, and the keys to them. */
  get facts(): Readonly<TestBackend> {
    return this.#backend;
  }

  /** A client with a session of its own, as another browser has. */
  client(key = this.#backend.publishableKey): Client {
    const memory = new Map<string, string>();
    const storage = {
      getItem: (name: string) => memory.get(name) ?? null,
      setItem: (name: string, value: string) => void memory.set(name, value),
      removeItem: (name: string) => void memory.delete(name),
    };
    const auth = { flowType: 'pkce', detectSessionInUrl: false, autoRefreshToken: false, storage } as const;
    const client = createClient<Database>(this.#backend.apiUrl, key, { auth });
    this.#clients.push(client);
    return client;
  }

  /** Registers somebody and signs them in. */
  async register(name: string): Promise<Person> {
    const email = `${name.replaceAll(' ', '.')}@example.com`;
    const client = this.client();
    const { data, error } = await client.auth.signUp({ email, password: PASSWORD, options: { data: { name } } });
    if (error) throw error;
    return { id: data.user?.id ?? '', email, name, client };
  }

  /** Another session of somebody. */
  async logIn({ email }: Pick<Person, 'email'>): Promise<Client> {
    const client = this.client();
    const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    if (error) throw error;
    return client;
  }
}
