import path from 'node:path';
import * as v from 'valibot';
import { serverEnvironment } from './server-settings.ts';
import { ServiceProcess } from './service-process.ts';
import { ROOT } from '../repository/repository.ts';
import type { StartOptions } from './start-options.ts';

const backendSchema = v.object({ apiUrl: v.string(), inboxUrl: v.string(), publishableKey: v.string() });
const siteSchema = v.object({ url: v.string() });

/** What the embedded backend is ready with. */
export type EmbeddedBackend = v.InferOutput<typeof backendSchema>;

/** The processes of one site: the embedded backend, where there is one, and the site's server. */
export class SiteServices {
  readonly #services: ServiceProcess[] = [];
  readonly #options: StartOptions;

  constructor(options: StartOptions) {
    this.#options = options;
  }

  /** Starts the embedded backend; resolves when it is ready. @throws {StartError} */
  async startBackend(): Promise<EmbeddedBackend> {
    const { memory, port, apiPort, inboxPort, data, migrations } = this.#options;
    const place = memory ? ['--memory'] : ['--data-dir', path.join(data, 'supabase')];
    const service = this.#start('The embedded backend', 'local-supabase/bin/local-supabase.mjs', [
      'start', '--port', String(apiPort), '--inbox-port', String(inboxPort), ...place,
      ...[path.join(ROOT, 'supabase/migrations'), ...migrations].flatMap((folder) => ['--migrations', folder]),
      // The project's own settings, but without waiting for a confirmation by mail.
      '--config', path.join(ROOT, 'supabase/config.toml'), '--no-confirm-email', '--functions', path.join(ROOT, 'supabase/functions'),
      '--site-url', `http://localhost:${port}`,
    ], process.env);
    return v.parse(backendSchema, await service.ready);
  }

  /**
   * Starts the site's server; resolves with its address when it is ready.
   *
   * @param port 0 for any that is free
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

  /** Waits until the services are stopped. @throws {StartError} when one of them ends by itself, with its name */
  async untilStopped(): Promise<void> {
    await Promise.race(this.#services.map((service) => service.untilStopped()));
  }

  /** Ends all of them. */
  async stop(): Promise<void> {
    // The site first: its visitors' last requests still find the backend.
    for (const service of [...this.#services].reverse()) await service.stop();
  }

  #start(name: string, file: string, args: string[], environment: NodeJS.ProcessEnv): ServiceProcess {
    const service = new ServiceProcess(name, path.join(ROOT, file), args, environment);
    this.#services.push(service);
    return service;
  }
}
