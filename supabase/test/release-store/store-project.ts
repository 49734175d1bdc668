import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSupabaseStore, type SupabaseStoreOptions } from '@atrium/releases/stores/supabase';
import type { ReleaseStore } from '@atrium/releases/stores';
import * as v from 'valibot';
import { Project, type Client } from '../project.ts';
import { ROOT } from '../../../tools/repository/repository.ts';

const listSchema = v.object({ objects: v.array(v.object({ name: v.string() })) });

/** A project with a release store. */
export class StoreProject {
  readonly #project: Project;
  readonly #folders: string[] = [];

  private constructor(project: Project) {
    this.#project = project;
  }

  /** Starts the embedded backend with additional options. */
  static async start(...args: readonly string[]): Promise<StoreProject> {
    return new StoreProject(await Project.start(`--seed=${path.join(ROOT, 'supabase/test/release-store/empty-store.sql')}`, ...args));
  }

  async stop(): Promise<void> {
    await this.#project.stop();
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true });
  }

  get backend(): Project['backend'] {
    return this.#project.backend;
  }

  /** A signed-out client. */
  visitor(): Client {
    return this.#project.client();
  }

  /** Empties the store. */
  async empty(): Promise<void> {
    await this.#ask('/rest/v1/rpc/empty_release_store', {});
  }

  /** Ages stored releases and uploads by three days, and clears the registry and its log. */
  async age(): Promise<void> {
    await this.#ask('/rest/v1/rpc/age_release_store', {});
  }

  /** Ages the reports of tabs. */
  async ageHealth({ days = 0, minutes = 0 }: { readonly days?: number; readonly minutes?: number }): Promise<void> {
    await this.#ask('/rest/v1/rpc/age_release_health', { days, minutes });
  }

  /** The storage keys of a release of the module workspace. */
  async keysOf(release: string): Promise<readonly string[]> {
    const objects = v.parse(listSchema, await this.#ask('/storage/v1/object/list-v2/atrium-releases', { prefix: `workspace/${release}/`, limit: 1000 }));
    return objects.objects.map(({ name }) => name);
  }

  /** Damages a stored file in every upload, including those of other tests. */
  async damage(release: string, file: string): Promise<void> {
    const keys = (await this.keysOf(release)).filter((one) => one.endsWith(`/${file}`));
    for (const key of keys) await this.#ask(`/storage/v1/object/atrium-releases/${key}`, { damaged: true }, { 'x-upsert': 'true' });
  }

  async #ask(address: string, body: unknown, more: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const { apiUrl, secretKey } = this.backend;
    const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json', ...more };
    const answer = await fetch(`${apiUrl}${address}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text === '' ? null : (JSON.parse(text) as unknown);
  }

  /** A new folder for a cache. */
  async cacheDirectory(): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'atrium-cache-'));
    this.#folders.push(folder);
    return folder;
  }

  /** Opens the store like another process, by default with its own cache. */
  async open(options: Partial<SupabaseStoreOptions> = {}): Promise<ReleaseStore> {
    const { apiUrl, secretKey } = this.backend;
    return openSupabaseStore({ url: apiUrl, serviceKey: secretKey, cacheDirectory: await this.cacheDirectory(), ...options });
  }
}
