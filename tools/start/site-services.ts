import path from 'node:path';
import * as v from 'valibot';
import { ROOT } from '../repository/repository.ts';
import { ServiceProcess } from './service-process.ts';
import { StartError } from './start-error.ts';
import { serverEnvironment, type StartOptions } from './start-options.ts';

const backendSchema = v.object({ apiUrl: v.string(), inboxUrl: v.string(), publishableKey: v.string() });
const siteSchema = v.object({ url: v.string() });

const migrateReplySchema = v.variant('type', [
  v.object({ type: v.literal('migrated'), files: v.array(v.string()) }),
  v.object({ type: v.literal('refused'), message: v.string() }),
]);

/** The running embedded backend: its URLs and its key, from its ready message. */
export interface EmbeddedBackend extends v.InferOutput<typeof backendSchema> {
  /** Runs the migrations that are new since the start. Resolves with their files. @throws {StartError} if one fails */
  readonly migrate: () => Promise<readonly string[]>;
}

/** The processes of one site: the site's server, and the embedded backend unless a hosted project is used. */
export class SiteServices {
  readonly #services: ServiceProcess[] = [];
  readonly #options: StartOptions;

  constructor(options: StartOptions) {
    this.#options = options;
  }

  /** Starts the embedded backend and waits until it is ready. @throws {StartError} */
  async startBackend(): Promise<EmbeddedBackend> {
    const { memory, port, apiPort, inboxPort, data, migrations } = this.#options;
    const place = memory ? ['--memory'] : ['--data-dir', path.join(data, 'supabase')];
    const service = this.#start('The embedded backend', 'local-supabase/bin/local-supabase.mjs', [
      'start', '--port', String(apiPort), '--inbox-port', String(inboxPort), ...place,
      ...[path.join(ROOT, 'supabase/migrations'), ...migrations].flatMap((folder) => ['--migrations', folder]),
      // The settings of the project, but new accounts need no confirmation by mail.
      '--config', path.join(ROOT, 'supabase/config.toml'), '--no-confirm-email', '--functions', path.join(ROOT, 'supabase/functions'),
      // A page of the backend stands for Google's, so that nobody needs an account there.
      '--site-url', `http://localhost:${port}`, '--provider', 'google',
    ], process.env);
    return { ...v.parse(backendSchema, await service.ready), migrate: () => migrate(service) };
  }

  /**
   * Starts the site's server and waits until it is ready.
   *
   * @param port 0 for any free port
   * @returns the URL of the site
   * @throws {StartError}
   */
  async startServer(port: number, releases: string, embedded: EmbeddedBackend | null): Promise<string> {
    const service = this.#start("The site's server", 'credentials-server/src/command.ts', [], {
      ...serverEnvironment(this.#options),
      PORT: String(port),
      RELEASES_DIR: releases,
      ...(embedded && { SUPABASE_URL: embedded.apiUrl, SUPABASE_KEY: embedded.publishableKey }),
    });
    return v.parse(siteSchema, await service.ready).url;
  }

  /** Waits until `stop` has ended the services. @throws {StartError} with the name of a service that ends by itself */
  async untilStopped(): Promise<void> {
    await Promise.race(this.#services.map((service) => service.untilStopped()));
  }

  /** Ends all services. */
  async stop(): Promise<void> {
    // The server first, so that its last requests still reach the backend.
    for (const service of [...this.#services].reverse()) await service.stop();
  }

  #start(name: string, file: string, args: string[], environment: NodeJS.ProcessEnv): ServiceProcess {
    const service = new ServiceProcess(name, path.join(ROOT, file), args, environment);
    this.#services.push(service);
    return service;
  }
}

async function migrate(backend: ServiceProcess): Promise<readonly string[]> {
  const reply = v.parse(migrateReplySchema, await backend.ask({ type: 'migrate' }));
  if (reply.type === 'refused') throw new StartError(reply.message);
  return reply.files;
}
