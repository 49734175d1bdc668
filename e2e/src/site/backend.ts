import path from 'node:path';
import { startTestBackend } from '../../../scripts/backend-hosts.ts';
import { ROOT } from '../../../scripts/site-parts.ts';
import { freePort } from './free-port.ts';

/** An embedded backend, as sites and tests reach it. */
export interface Backend {
  readonly apiUrl: string;
  readonly inboxUrl: string;
  readonly publishableKey: string;
  readonly secretKey: string;
}

/** A backend that a test started, and may stop. */
export interface RunningBackend extends Backend {
  /** Ends it. What it holds stays in its folder. */
  stop(): Promise<void>;
  /** Starts it again at the same address with what it held. */
  start(): Promise<void>;
}

/** Starts an embedded backend on free ports, with further flags of its command; resolves when it is ready. */
export async function runBackend(folder: string, siteUrl: string, flags: readonly string[] = []): Promise<RunningBackend> {
  const [apiPort, inboxPort] = [await freePort(), await freePort()];
  const project = ['--config', path.join(ROOT, 'supabase/config.toml'), '--functions', path.join(ROOT, 'supabase/functions')];
  // As `npm start` does, where a test does not ask for mails.
  const confirmation = flags.includes('--confirm-email') ? [] : ['--no-confirm-email'];
  const open = () =>
    startTestBackend([
      '--port', String(apiPort), '--inbox-port', String(inboxPort), '--data-dir', path.join(folder, 'data'),
      '--migrations', path.join(ROOT, 'supabase/migrations'), ...project, ...confirmation, '--site-url', siteUrl, ...flags,
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
