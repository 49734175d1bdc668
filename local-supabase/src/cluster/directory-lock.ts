import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import * as v from 'valibot';
import { StartError } from '../errors/start-error.ts';

const lockSchema = v.object({ pid: v.number(), port: v.number(), token: v.string() });
type LockContent = v.InferOutput<typeof lockSchema>;

/** How long to wait for the reply of a lock's holder, in milliseconds. */
const HOLDER_TIMEOUT = 2000;

/** A data directory that this process owns until it releases it. */
interface DirectoryLock {
  release(): Promise<void>;
}

/**
 * Locks the data directory for this process and creates it if needed. The lock file names a port where its holder replies with a token.
 * A process id would not do: the system may have given it to another process since. A killed holder cannot reply.
 * @throws StartError when a running process holds the directory, or it cannot be written
 */
export async function lockDirectory(dataDirectory: string): Promise<DirectoryLock> {
  const file = path.join(dataDirectory, 'lock');
  const token = randomUUID();
  const mine = path.join(dataDirectory, `lock.${token}`);
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(token);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  try {
    await writeLock(mine, { pid: process.pid, port, token });
    try {
      await placeLockFile(mine, file);
    } finally {
      await rm(mine, { force: true });
    }
  } catch (error) {
    server.close();
    throw error;
  }
  // Remove the temporary files of processes that lost the race or were killed.
  for (const name of await readdir(dataDirectory)) {
    if (name.startsWith('lock.')) await rm(path.join(dataDirectory, name), { force: true });
  }
  return {
    release: async () => {
      server.close();
      if ((await readLock(file))?.token === token) await rm(file, { force: true });
    },
  };
}

async function writeLock(file: string, content: LockContent): Promise<void> {
  const directory = path.dirname(file);
  try {
    await mkdir(directory, { recursive: true });
    await writeFile(file, JSON.stringify(content));
  } catch (cause) {
    throw new StartError(`Cannot write to the data directory ${directory}. Make it writable or give another --data-dir.`, { cause });
  }
}

/** Creates the lock file as a hard link: it appears complete or not at all, and never replaces another. */
async function placeLockFile(mine: string, file: string): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      await link(mine, file);
      return;
    } catch (cause) {
      const holder = await readLock(file);
      if (holder && (await isAlive(holder))) {
        throw new StartError(
          `The data directory ${path.dirname(file)} is in use by another local-supabase (process ${String(holder.pid)}). Stop that one or give another --data-dir.`,
          { cause },
        );
      }
      if ((await readLock(file))?.token === holder?.token) await rm(file, { force: true });
    }
  }
  throw new StartError(`The data directory ${path.dirname(file)} is being opened by another local-supabase. Try again.`);
}

async function readLock(file: string): Promise<LockContent | undefined> {
  try {
    const parsed = v.safeParse(lockSchema, JSON.parse(await readFile(file, 'utf8')));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the holder still runs. A holder that accepts the connection but is too busy to reply counts as running. */
function isAlive(holder: LockContent): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(holder.port, '127.0.0.1').setEncoding('utf8');
    let reply = '';
    socket.setTimeout(HOLDER_TIMEOUT, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('data', (text: string) => {
      reply += text;
    });
    socket.once('error', () => {
      resolve(false);
    });
    socket.once('end', () => {
      resolve(reply === holder.token);
    });
  });
}
