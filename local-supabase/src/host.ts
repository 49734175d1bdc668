import * as v from 'valibot';
import { openCluster } from './cluster/cluster.ts';
import type { OpenCluster } from './cluster/cluster.ts';
import { KeptClusters } from './cluster/kept-clusters.ts';
import { requireTemplate } from './cluster/template.ts';
import { StartError } from './errors/start-error.ts';
import { readCommandLine } from './options/command-line.ts';
import { startLocalSupabase } from './start.ts';
import type { LocalSupabase } from './start.ts';

const requestSchema = v.variant('type', [
  v.object({ type: v.literal('prepare'), id: v.string() }),
  v.object({ type: v.literal('start'), id: v.string(), args: v.array(v.string()) }),
  v.object({ type: v.literal('stop'), id: v.string() }),
]);

/** The message to the parent process when a backend is ready. */
interface ReadyMessage {
  type: 'ready';
  apiUrl: string;
  inboxUrl: string;
  publishableKey: string;
  secretKey: string;
  anonKey: string;
  serviceRoleKey: string;
}

/** The messages of a host to its parent process. */
type HostMessage = (ReadyMessage & { id: string }) | { type: 'prepared'; id: string } | { type: 'refused'; id: string; message: string } | { type: 'stopped'; id: string };

/**
 * Runs any number of backends in this process, controlled over IPC: `local-supabase host`. Each is started with
 * the arguments of `local-supabase start` and has its own database, keys and ports. Test runs save several seconds per
 * backend, because Node loads the program and compiles Postgres once, and a stopped backend leaves its cluster, reset, to the next. "prepare" builds the database template if it is missing.
 * @param open opens the databases. The tests on a PostgreSQL server have their own.
 * @throws StartError without an IPC channel
 */
export function runHost(open: OpenCluster = keepingClusters()): void {
  if (!process.send) throw new StartError('The command "host" needs an IPC channel: start it with child_process.fork.');
  const running = new Map<string, LocalSupabase>();
  process.on('message', (message) => {
    const request = v.parse(requestSchema, message);
    void replyTo(request, running, open).then((reply) => process.send?.(reply));
  });
  const end = () => void Promise.all([...running.values()].map((backend) => backend.stop())).then(() => process.exit());
  process.once('SIGTERM', end).once('disconnect', end);
}

function keepingClusters(): OpenCluster {
  const kept = new KeptClusters();
  return (options) => openCluster(options, kept);
}

/** @param running the backends of this process, by id */
async function replyTo(request: v.InferOutput<typeof requestSchema>, running: Map<string, LocalSupabase>, open: OpenCluster): Promise<HostMessage> {
  const { id } = request;
  try {
    if (request.type === 'stop') {
      await running.get(id)?.stop();
      running.delete(id);
      return { type: 'stopped', id };
    }
    if (request.type === 'prepare') {
      await requireTemplate();
      return { type: 'prepared', id };
    }
    const command = readCommandLine(['start', ...request.args]);
    if (command.name !== 'start') throw new StartError('A host can only start backends.');
    const backend = await startLocalSupabase(command.options, open);
    running.set(id, backend);
    return { id, ...readyMessage(backend) };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { type: 'refused', id, message: error.message };
  }
}

/** The ready message of a backend. */
export function readyMessage({ apiUrl, inboxUrl, keys }: LocalSupabase): ReadyMessage {
  return {
    type: 'ready',
    apiUrl,
    inboxUrl,
    publishableKey: keys.publishable,
    secretKey: keys.secret,
    anonKey: keys.anon,
    serviceRoleKey: keys.serviceRole,
  };
}
