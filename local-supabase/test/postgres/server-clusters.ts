import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { PostgresServer } from '../../../tools/backend/postgres-server.ts';
import { migrated, type OpenCluster } from '../../src/cluster/cluster.ts';
import { openLite } from '../../src/rest/lite-adapter.ts';
import { connectToServer } from './server-session.ts';

/** The cluster of one or several backends of this process. */
interface UsedServer {
  readonly server: PostgresServer;
  /** The number of backends that use it. */
  users: number;
  /** Undefined while nothing uses it. */
  started?: Promise<void> | undefined;
  /** The name of its superuser. The baseline renames it. */
  superuser: 'postgres' | 'supabase_admin';
}

/**
 * Opens databases on PostgreSQL servers, one for each backend, which ends with it. Backends with the same data directory share one, each
 * with its own session. In the directory, the link `postgres` leads to its socket.
 */
export class ServerClusters {
  readonly #servers = new Map<string, Promise<UsedServer>>();

  readonly open: OpenCluster = async ({ dataDirectory, migrations, maxRows }) => {
    const used = await (dataDirectory === undefined ? newServer() : this.#inDirectory(dataDirectory));
    used.users += 1;
    const leave = async (): Promise<void> => {
      used.users -= 1;
      if (used.users > 0) return;
      used.started = undefined;
      await (dataDirectory === undefined ? used.server.delete() : used.server.stop());
    };
    try {
      await (used.started ??= used.server.start());
      const lite = await openLite({ ...(maxRows !== undefined && { maxRows }), connect: (driver) => connectToServer(driver, used.server.folder, used.superuser) });
      const cluster = await migrated(lite, migrations);
      used.superuser = 'supabase_admin';
      return {
        ...cluster,
        close: async () => {
          await cluster.close();
          await leave();
        },
      };
    } catch (error) {
      await leave();
      throw error;
    }
  };

  #inDirectory(dataDirectory: string): Promise<UsedServer> {
    const used = this.#servers.get(dataDirectory) ?? newServer(dataDirectory);
    this.#servers.set(dataDirectory, used);
    return used;
  }
}

async function newServer(dataDirectory?: string): Promise<UsedServer> {
  const server = await PostgresServer.create();
  if (dataDirectory !== undefined) {
    await mkdir(dataDirectory, { recursive: true });
    await symlink(server.folder, path.join(dataDirectory, 'postgres'));
  }
  return { server, users: 0, superuser: 'postgres' };
}
