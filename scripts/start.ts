import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { buildStaleParts } from './build-parts.ts';
import { prepareBackend } from './prepare-backend.ts';
import { publishBuilds } from './publish-builds.ts';
import { printReadableFailure } from './readable-failure.ts';
import { ServiceProcess } from './service-process.ts';
import { ROOT } from './site-parts.ts';
import { readStartOptions, type StartOptions } from './start-options.ts';

const backendSchema = v.object({ apiUrl: v.string(), inboxUrl: v.string(), publishableKey: v.string() });
const siteSchema = v.object({ url: v.string() });

const services: ServiceProcess[] = [];

try {
  await start(readStartOptions(process.argv.slice(2), process.env));
} catch (error) {
  await stopAll();
  printReadableFailure(error);
}

async function start(options: StartOptions): Promise<void> {
  process.once('SIGINT', () => void stopAll());
  process.once('SIGTERM', () => void stopAll());
  await Promise.all([
    buildStaleParts((name) => console.log(`Building ${name} …`)),
    options.hosted ? undefined : prepareBackend(),
  ]);
  const began = performance.now();
  if (options.reset) await rm(options.data, { recursive: true, force: true });
  const releases = options.memory ? temporaryFolder() : path.join(options.data, 'releases');
  const backend = options.hosted ? null : startBackend(options);
  await publishBuilds(releases);
  const embedded = backend && v.parse(backendSchema, await backend.ready);
  const site = startSite(options, releases, embedded);
  const { url } = v.parse(siteSchema, await site.ready);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`\nAtrium is ready at ${url} (started in ${seconds} s)`);
  if (embedded) console.log(`Mail arrives at ${embedded.inboxUrl}, the embedded Supabase API is at ${embedded.apiUrl}`);
  else console.log(`It uses the Supabase project at ${options.environment['SUPABASE_URL'] ?? ''}`);
  console.log('Ctrl-C stops it.');
  await stopWithFirst();
}

function startBackend({ memory, port, apiPort, inboxPort, data }: StartOptions): ServiceProcess {
  const place = memory ? ['--memory'] : ['--data-dir', path.join(data, 'supabase')];
  return startService('The embedded backend', 'local-supabase/bin/local-supabase.mjs', [
    'start', '--port', String(apiPort), '--inbox-port', String(inboxPort), ...place,
    '--migrations', path.join(ROOT, 'supabase/migrations'),
    // The project's own settings, but without waiting for a confirmation by mail.
    '--config', path.join(ROOT, 'supabase/config.toml'), '--no-confirm-email',
    '--site-url', `http://localhost:${port}`,
  ], process.env);
}

function startSite(
  { environment, port }: StartOptions,
  releases: string,
  embedded: v.InferOutput<typeof backendSchema> | null,
): ServiceProcess {
  return startService("The site's server", 'credentials-server/src/command.ts', [], {
    ...environment,
    PORT: String(port),
    RELEASES_DIR: releases,
    // Page teams begin with this site; `.env` may say otherwise.
    ALLOW_DEVELOPMENT: environment['ALLOW_DEVELOPMENT'] ?? 'true',
    ...(embedded && { SUPABASE_URL: embedded.apiUrl, SUPABASE_KEY: embedded.publishableKey }),
  });
}

function startService(name: string, file: string, args: string[], environment: NodeJS.ProcessEnv): ServiceProcess {
  const service = new ServiceProcess(name, path.join(ROOT, file), args, environment);
  services.push(service);
  return service;
}

/** Waits until a service ends, whoever ended it, and then ends the others. */
async function stopWithFirst(): Promise<void> {
  await Promise.race(services.map(({ ended }) => ended));
  await stopAll();
}

/** A folder that goes when this process does, whatever ends it but a kill. */
function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-releases-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function stopAll(): Promise<void> {
  // The site first: its visitors' last requests still find the backend.
  for (const service of [...services].reverse()) await service.stop();
  process.disconnect?.();
}
