import { randomUUID } from 'node:crypto';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { takeNumberedLock, type HeldLock } from '@atrium/releases/numbered-lock';
import * as v from 'valibot';
import { StartError } from '../errors/start-error.ts';

const holderSchema = v.strictObject({ pid: v.number(), port: v.number(), token: v.string(), released: v.boolean() });
type Holder = v.InferOutput<typeof holderSchema>;

/** The folder of the lock's files, in the data directory. */
const LOCK_FOLDER = 'locks';

/** The error of a file system without hard links (link(2)). */
const noHardLinksSchema = v.object({ syscall: v.literal('link'), code: v.picklist(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']) });

/** How long to wait for the reply of a lock's holder, in milliseconds. */
const HOLDER_TIMEOUT = 2000;

/** A data directory that this process owns until it releases it. */
type DirectoryLock = Pick<HeldLock, 'release'>;

/**
 * Locks the data directory for this process and creates it if needed. The lock file names a port where its holder replies with a token.
 * A process id would not do: the system may have given it to another process since, and only Linux tells when a process started. A killed
 * holder cannot reply. The lock of the release store expires instead, but a backend holds its lock for as long as it runs.
 * @throws StartError when a running process holds the directory, or it cannot be written
 */
export async function lockDirectory(dataDirectory: string): Promise<DirectoryLock> {
  const token = randomUUID();
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
    const lock = await takeLock(dataDirectory, { pid: process.pid, port, token, released: false });
    return {
      release: async () => {
        try {
          await lock.release();
        } finally {
          server.close();
        }
      },
    };
  } catch (error) {
    server.close();
    throw error;
  }
}

async function takeLock(dataDirectory: string, holder: Holder): Promise<HeldLock> {
  const onBlocked = ({ pid }: Holder): Promise<void> =>
    Promise.reject(new StartError(`The data directory ${dataDirectory} is in use by another local-supabase (process ${String(pid)}). Stop that one or give another --data-dir.`));
  try {
    return await takeNumberedLock(path.join(dataDirectory, LOCK_FOLDER), holder, { schema: holderSchema, isAlive, onBlocked });
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    if (v.is(noHardLinksSchema, cause)) {
      throw new StartError(`Cannot lock the data directory ${dataDirectory}: its file system has no hard links. Give a --data-dir on another file system.`, { cause });
    }
    throw new StartError(`Cannot write to the data directory ${dataDirectory}. Make it writable or give another --data-dir.`, { cause });
  }
}

/** Whether the holder still runs. A holder that accepts the connection but is too busy to reply counts as running. */
function isAlive(holder: Holder): Promise<boolean> {
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
