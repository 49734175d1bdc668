import path from 'node:path';
import { startTestBackend } from '../../../tools/backend/test-backends.ts';
import { ROOT } from '../../../tools/repository/repository.ts';
import { freePort } from './free-port.ts';

/** The URLs and keys of an embedded backend. */
export interface Backend {
  readonly apiUrl: string;
  readonly inboxUrl: string;
  readonly publishableKey: string;
  readonly secretKey: string;
}

/** A backend that a test can stop and start. */
export interface RunningBackend extends Backend {
  /** Stops it. Its data stays in its folder. */
  stop(): Promise<void>;
  /** Starts it again with the same URLs and data. */
  start(): Promise<void>;
}

/** Starts an embedded backend on free ports, with additional options of its command. Resolves when it is ready. */
export async function runBackend(folder: string, siteUrl: string, flags: readonly string[] = []): Promise<RunningBackend> {
  const [apiPort, inboxPort] = [await freePort(), await freePort()];
  const project = ['--config', path.join(ROOT, 'supabase/config.toml'), '--functions', path.join(ROOT, 'supabase/functions')];
  // Like `npm start`, unless a test wants confirmation mails.
  const confirmation = flags.includes('--confirm-email') ? [] : ['--no-confirm-email'];
  const open = () =>
    startTestBackend([
      '--port', String(apiPort), '--inbox-port', String(inboxPort), '--data-dir', path.join(folder, 'data'),
      '--migrations', path.join(ROOT, 'supabase/migrations'), ...project, ...confirmation, '--site-url', siteUrl, '--provider', 'google', ...flags,
    ]);
  let backend = await open();
  const { apiUrl, inboxUrl, publishableKey, secretKey } = backend;
  return {
    apiUrl, inboxUrl, publishableKey, secretKey,
    stop: () => backend.stop(),
    async start() {
      backend = await open();
    },
  };
}
