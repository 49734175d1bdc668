import path from 'node:path';
import * as v from 'valibot';
import { ServiceProcess } from '../../scripts/service-process.ts';
import { ROOT } from '../../scripts/site-parts.ts';
import { freePort } from './free-port.ts';

const factsSchema = v.object({ apiUrl: v.string(), inboxUrl: v.string(), publishableKey: v.string(), secretKey: v.string() });

/** The embedded backend of a worker. */
export interface RunningBackend extends v.InferOutput<typeof factsSchema> {
  /** Ends it, as far as the site can tell for ever. What it holds stays in its folder. */
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
    new ServiceProcess('The embedded backend', path.join(ROOT, 'local-supabase/bin/local-supabase.mjs'), [
      'start', '--port', String(apiPort), '--inbox-port', String(inboxPort), '--data-dir', path.join(folder, 'data'),
      '--migrations', path.join(ROOT, 'supabase/migrations'), ...project, ...confirmation, '--site-url', siteUrl, ...flags,
    ], process.env);
  let service = open();
  const facts = v.parse(factsSchema, await service.ready);
  return {
    ...facts,
    stop: () => service.stop(),
    async start() {
      service = open();
      await service.ready;
    },
  };
}
