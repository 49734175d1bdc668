import type { Migration } from '../database/migrations.ts';

/**
 * Clusters in memory after their migrations, as tar files. A process that starts many backends with the same migrations,
 * such as the host of a test run, loads the result instead of running them each time.
 */
export class MigratedClusters {
  /** By the migrations: the cluster, or null after the first start, which may be the only one with these migrations. */
  readonly #clusters = new Map<string, Blob | null>();

  /** The cluster after the first of these migrations, as many of them as possible. */
  find(migrations: readonly Migration[]): Blob | undefined {
    for (let count = migrations.length; count > 0; count -= 1) {
      const cluster = this.#clusters.get(keyOf(migrations.slice(0, count)));
      if (cluster) return cluster;
    }
    return undefined;
  }

  /** Stores the cluster of the second start with the same migrations. */
  async add(migrations: readonly Migration[], dump: () => Promise<Blob>): Promise<void> {
    const key = keyOf(migrations);
    const known = this.#clusters.get(key);
    if (known === undefined) this.#clusters.set(key, null);
    else if (known === null) this.#clusters.set(key, await dump());
  }
}

function keyOf(migrations: readonly Migration[]): string {
  return JSON.stringify(migrations.map(({ version, name, sql }) => [version, name, sql]));
}
