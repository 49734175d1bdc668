import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, rmSync } from 'node:fs';
import { access, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** Where Debian and Ubuntu keep the programs of each version. */
const VERSIONS = '/usr/lib/postgresql';

const INSTALL = 'PostgreSQL is not installed. On Debian, run "apt-get install postgresql", or set POSTGRES_PROGRAMS to the folder of initdb and postgres.';

/** Instead of waiting for the disk: these clusters end with the tests. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  listen_addresses: '',
  shared_buffers: '16MB',
  max_connections: '40',
  timezone: 'UTC',
  // Errors of statements are the backend's to report.
  log_min_messages: 'log',
  // As on a hosted project.
  search_path: '"$user",public,extensions',
  // The default of a second is the time that a test of deadlocks takes.
  deadlock_timeout: '100ms',
};

const READY = 'database system is ready to accept connections';

const run = promisify(execFile);

const folders = new Set<string>();
const servers = new Set<ChildProcess>();
process.once('exit', () => {
  for (const server of servers) server.kill('SIGQUIT');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The user that runs Postgres, which refuses to be run by root. */
interface PostgresUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The folder of PostgreSQL's programs.
 * @throws Error that says how to install it
 */
export async function postgresPrograms(): Promise<string> {
  const versions = (await readdir(VERSIONS).catch((): string[] => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const folder = process.env['POSTGRES_PROGRAMS'] ?? path.join(VERSIONS, String(Math.max(0, ...versions)), 'bin');
  try {
    await access(path.join(folder, 'initdb'), constants.X_OK);
  } catch (cause) {
    throw new Error(INSTALL, { cause });
  }
  return folder;
}

async function postgresUser(): Promise<PostgresUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const id = async (flag: string): Promise<number> => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

/** The folder of a new, empty cluster. */
async function newFolder(user: PostgresUser | undefined): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'postgres-'));
  if (user) await chown(folder, user.uid, user.gid);
  folders.add(folder);
  return folder;
}

let template: Promise<string> | undefined;

/** A cluster that was never started. It is initialised once for each process, which takes a second; others are copies. */
async function initialise(): Promise<string> {
  const user = await postgresUser();
  const folder = await newFolder(user);
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--wal-segsize=1', '--no-sync', `--pgdata=${folder}`];
  await run(path.join(await postgresPrograms(), 'initdb'), options, { ...user, cwd: folder });
  return folder;
}

/** A cluster of PostgreSQL with its own server process, which listens on a socket in the cluster's folder only. */
export class PostgresServer {
  /** The folder of the cluster, and of the socket. */
  readonly folder: string;
  #process: ChildProcess | undefined;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** A new cluster, not started yet. Its superuser is `postgres`. */
  static async create(): Promise<PostgresServer> {
    const folder = await newFolder(await postgresUser());
    template ??= initialise();
    await run('cp', ['-a', `${await template}/.`, folder]);
    return new PostgresServer(folder);
  }

  /** Starts the server process. @throws Error with its output if it cannot start */
  async start(): Promise<void> {
    const settings = Object.entries({ ...SETTINGS, unix_socket_directories: this.folder }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(path.join(await postgresPrograms(), 'postgres'), ['-D', this.folder, ...settings], {
      ...(await postgresUser()),
      cwd: this.folder,
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = child;
    servers.add(child);
    child.once('exit', () => servers.delete(child));
    const lines: string[] = [];
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', () => {
        reject(new Error(`PostgreSQL could not start: ${lines.join('\n')}`));
      });
      createInterface({ input: child.stderr }).on('line', (line) => {
        lines.push(line);
        if (line.includes(READY)) resolve();
      });
    });
  }

  /** Ends the server process, which ends its connections and writes everything to disk. */
  async stop(): Promise<void> {
    await this.#end('SIGINT');
  }

  /** Deletes the cluster. */
  async delete(): Promise<void> {
    await this.#end('SIGQUIT');
    await rm(this.folder, { recursive: true, force: true });
    folders.delete(this.folder);
  }

  async #end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
