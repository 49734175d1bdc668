import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { jest } from '@jest/globals';
import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { Backend, JWT_SECRET, PASSWORD, temporaryDirectory } from '../backend.ts';

/** A backend with its own migrations and users. */
export class RealtimeBackend {
  backend: Backend;
  /** The directory of its migrations and data. */
  readonly directory: string;
  readonly #args: readonly string[];
  readonly #remove: () => Promise<void>;
  readonly #clients: SupabaseClient[] = [];

  private constructor(backend: Backend, directory: string, args: readonly string[], remove: () => Promise<void>) {
    this.backend = backend;
    this.directory = directory;
    this.#args = args;
    this.#remove = remove;
  }

  /** @param keepsData whether its data is in its directory, which restarts and tests of storage files need */
  static async start(sql: string, { keepsData = false } = {}): Promise<RealtimeBackend> {
    const { directory, remove } = await temporaryDirectory();
    const migrations = path.join(directory, 'migrations');
    await mkdir(migrations);
    await writeFile(path.join(migrations, '1_realtime.sql'), sql);
    const args = [...(keepsData ? ['--data-dir', path.join(directory, 'data')] : ['--memory']), '--migrations', migrations, '--jwt-secret', JWT_SECRET];
    return new RealtimeBackend(await Backend.start(...args), directory, args, remove);
  }

  /** A registered user in a separate browser. */
  async person(name: string): Promise<Person> {
    const client = this.visitor();
    const { data, error } = await client.auth.signUp({ email: `${name}@example.com`, password: PASSWORD });
    if (error) throw error;
    return { client, id: data.user?.id ?? '', token: data.session?.access_token ?? '' };
  }

  /** A visitor who is not signed in. */
  visitor(key?: string): SupabaseClient {
    return this.keep(this.backend.client(key));
  }

  /** A server with the secret key. */
  admin(): SupabaseClient {
    return this.visitor(this.backend.ready.secretKey);
  }

  /** Disconnects a client when the backend ends. */
  keep(client: SupabaseClient): SupabaseClient {
    this.#clients.push(client);
    return client;
  }

  /** Restarts the server with its data at the same address. */
  async restart(): Promise<void> {
    const { port } = new URL(this.backend.ready.apiUrl);
    await this.backend.stop();
    this.backend = await Backend.start(...this.#args, '--port', port);
  }

  /** Closes the connections of clients. */
  disconnect(...clients: (SupabaseClient | undefined)[]): void {
    // After disconnecting, realtime-js keeps a timer of ten seconds, for which Jest would wait.
    jest.useFakeTimers({ doNotFake: ['clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask', 'Date', 'performance', 'hrtime'] });
    for (const client of clients) {
      for (const channel of client?.getChannels() ?? []) channel.teardown();
      void client?.realtime.disconnect();
    }
    jest.useRealTimers();
  }

  async stop(): Promise<void> {
    this.disconnect(...this.#clients);
    await this.backend.stop();
    await this.#remove();
  }
}

/** See RealtimeBackend.person. */
export interface Person {
  client: SupabaseClient;
  id: string;
  token: string;
}

/** The received messages, in order. */
export class Received<T> {
  readonly items: T[] = [];
  readonly #waiting = new Set<() => void>();

  readonly add = (item: T): void => {
    this.items.push(item);
    for (const check of this.#waiting) check();
  };

  /** Waits for a matching message and returns it. */
  async until(fits: (item: T) => boolean): Promise<T> {
    return new Promise((resolve) => {
      const check = (): void => {
        const found = this.items.find(fits);
        if (found === undefined) return;
        this.#waiting.delete(check);
        resolve(found);
      };
      this.#waiting.add(check);
      check();
    });
  }

  /** Waits until the latest message matches. */
  async untilLast(fits: (item: T) => boolean): Promise<void> {
    await this.until((item) => item === this.items.at(-1) && fits(item));
  }

  /** Waits for this number of messages. */
  async count(number: number): Promise<T[]> {
    await this.until(() => this.items.length >= number);
    return this.items;
  }
}

/** Sends a broadcast without acknowledgement. realtime-js would wait ten seconds for the reply, and Jest for realtime-js. */
export function say(channel: RealtimeChannel, event: string, payload: object = {}): Promise<string> {
  return channel.send({ type: 'broadcast', event, payload }, { timeout: 100 });
}

const systemSchema = v.looseObject({ extension: v.string(), status: v.string(), message: v.string() });

/** A system message about a channel. */
export type SystemMessage = v.InferOutput<typeof systemSchema>;

/** Collects the system messages of a channel. */
export function systemMessages(channel: RealtimeChannel): Received<SystemMessage> {
  const received = new Received<SystemMessage>();
  channel.on('system', {}, (message: unknown) => {
    received.add(v.parse(systemSchema, message));
  });
  return received;
}

/** Joins a channel. Rejects with the server's reason. */
export function joined(channel: RealtimeChannel): Promise<void> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve();
      else reject(error ?? new Error(status));
    });
  });
}

/** Joins a channel and waits until its subscriptions to changes are active. */
export async function listening(channel: RealtimeChannel): Promise<void> {
  const received = systemMessages(channel);
  await joined(channel);
  const { status, message } = await received.until(({ extension }) => extension === 'postgres_changes');
  if (status !== 'ok') throw new Error(message);
}
