import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSupabaseStore, type SupabaseStoreOptions } from '@atrium/releases/supabase-store';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { Project } from '../project.ts';
import { ROOT } from '../../../scripts/site-parts.ts';

/** A project with a release store in it. */
export class StoreProject {
  readonly #project: Project;
  readonly #folders: string[] = [];

  private constructor(project: Project) {
    this.#project = project;
  }

  static async start(): Promise<StoreProject> {
    return new StoreProject(await Project.start(`--seed=${path.join(ROOT, 'supabase/test/release-store/empty-store.sql')}`));
  }

  async stop(): Promise<void> {
    await this.#project.stop();
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true });
  }

  get facts(): Project['facts'] {
    return this.#project.facts;
  }

  /** Empties the store. */
  async empty(): Promise<void> {
    const { apiUrl, secretKey } = this.facts;
    const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' };
    const answer = await fetch(`${apiUrl}/rest/v1/rpc/empty_release_store`, { method: 'POST', headers, body: '{}' });
    if (!answer.ok) throw new Error(await answer.text());
  }

  /** A folder for a cache. */
  async cacheDirectory(): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'atrium-cache-'));
    this.#folders.push(folder);
    return folder;
  }

  /** Opens the store as another process does, with a cache of its own if none is named. */
  async open(options: Partial<SupabaseStoreOptions> = {}): Promise<ReleaseStore> {
    const { apiUrl, secretKey } = this.facts;
    return openSupabaseStore({ url: apiUrl, serviceKey: secretKey, cacheDirectory: await this.cacheDirectory(), ...options });
  }
}
