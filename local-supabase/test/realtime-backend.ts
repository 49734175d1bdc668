import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { Backend, password, temporaryDirectory } from './backend.ts';

/** A backend with migrations of its own, and the people who use it. */
export class RealtimeBackend {
  readonly directory: string;
  backend: Backend;
  readonly #remove: () => Promise<void>;
  readonly #clients: SupabaseClient[] = [];

  private constructor(directory: string, backend: Backend, remove: () => Promise<void>) {
    this.directory = directory;
    this.backend = backend;
    this.#remove = remove;
  }

  static async start(sql: string, ...args: string[]): Promise<RealtimeBackend> {
    const { directory, remove } = await temporaryDirectory();
    const migrations = path.join(directory, 'migrations');
    await mkdir(migrations);
    await writeFile(path.join(migrations, '1_realtime.sql'), sql);
    const backend = await Backend.start('--data-dir', path.join(directory, 'data'), '--migrations', migrations, ...args);
    return new RealtimeBackend(directory, backend, remove);
  }

  /** Somebody who has signed up, in a browser of their own. */
  async person(name: string): Promise<Person> {
    const client = this.visitor();
    const { data, error } = await client.auth.signUp({ email: `${name}@example.com`, password });
    if (error) throw error;
    return { client, id: data.user?.id ?? '', token: data.session?.access_token ?? '' };
  }

  /** Somebody who has not signed in. */
  visitor(key?: string): SupabaseClient {
    const client = this.backend.client(key);
    this.#clients.push(client);
    return client;
  }

  /** A server with the secret key. */
  admin(): SupabaseClient {
    return this.visitor(this.backend.ready.secretKey);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.realtime.disconnect()));
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

/** What has been heard, in its order. */
export class Heard<T> {
  readonly items: T[] = [];
  readonly #waiting = new Set<() => void>();

  readonly add = (item: T): void => {
    this.items.push(item);
    for (const look of this.#waiting) look();
  };

  /** Waits until one was heard that fits, and returns it. */
  async until(fits: (item: T) => boolean): Promise<T> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.items.find(fits);
        if (found === undefined) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Waits until so many were heard. */
  async count(number: number): Promise<T[]> {
    await this.until(() => this.items.length >= number);
    return this.items;
  }
}

const systemSchema = v.looseObject({ extension: v.string(), status: v.string(), message: v.string() });

/** A message of the server about a channel. */
export type SystemMessage = v.InferOutput<typeof systemSchema>;

/** Collects the system messages of a channel. */
export function systemMessages(channel: RealtimeChannel): Heard<SystemMessage> {
  const heard = new Heard<SystemMessage>();
  channel.on('system', {}, (message: unknown) => {
    heard.add(v.parse(systemSchema, message));
  });
  return heard;
}

/** Joins a channel; resolves when it is joined, and rejects with the server's reason. */
export function joined(channel: RealtimeChannel): Promise<void> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve();
      else reject(error ?? new Error(status));
    });
  });
}

/** Joins a channel and waits until it hears of the database's changes. */
export async function listening(channel: RealtimeChannel): Promise<void> {
  const heard = systemMessages(channel);
  await joined(channel);
  const { status, message } = await heard.until(({ extension }) => extension === 'postgres_changes');
  if (status !== 'ok') throw new Error(message);
}
