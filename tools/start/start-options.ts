import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { readSettings } from '@atrium/credentials-server/settings';
import { ROOT } from '../repository/repository.ts';
import { StartError } from './start-error.ts';

/** The arguments and settings of `npm start`. */
export interface StartOptions {
  /** Environment of the site's server: that of the process, then `.env`. */
  readonly environment: NodeJS.ProcessEnv;
  /** A hosted Supabase project is set, so the embedded backend does not start. */
  readonly hosted: boolean;
  /** Keep no data after the end. */
  readonly memory: boolean;
  /** Delete the data of earlier starts. */
  readonly reset: boolean;
  readonly port: number;
  /** Ports of the embedded backend and of its inbox. */
  readonly apiPort: number;
  readonly inboxPort: number;
  /** Folders with migrations of page modules, for the embedded backend. */
  readonly migrations: readonly string[];
  /** Folder of the releases and of the embedded backend's data. */
  readonly data: string;
}

/**
 * Reads the arguments, the environment and `.env`.
 * @throws {StartError} for an unknown argument, an invalid port, or one of the two Supabase settings without the other
 */
export function readStartOptions(args: readonly string[], processEnvironment: NodeJS.ProcessEnv): StartOptions {
  const { memory, reset, migrations } = parseArguments(args);
  const environment = readEnvironment(processEnvironment);
  const url = environment['SUPABASE_URL']?.trim() ?? '';
  const key = environment['SUPABASE_KEY']?.trim() ?? '';
  if ((url === '') !== (key === '')) {
    const [missing, given] = url === '' ? ['SUPABASE_URL', 'SUPABASE_KEY'] : ['SUPABASE_KEY', 'SUPABASE_URL'];
    throw new StartError(`${missing} is missing. Set it together with ${given}, or remove ${given} to use the embedded backend.`);
  }
  return {
    environment,
    hosted: url !== '',
    memory,
    reset,
    migrations: migrations.map((folder) => path.resolve(folder)),
    port: readPort(environment, 'PORT', 3000),
    apiPort: readPort(environment, 'ATRIUM_API_PORT', 54_321),
    inboxPort: readPort(environment, 'ATRIUM_INBOX_PORT', 54_324),
    data: dataFolder(environment),
  };
}

/** Hosts that only this machine reaches. */
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['', '127.0.0.1', '::1', 'localhost']);

/** The environment of the site's server, without the values that only running services know. */
export function serverEnvironment({ environment }: Pick<StartOptions, 'environment'>): NodeJS.ProcessEnv {
  const [host = '', trustProxy = '', allowedHosts = ''] = ['HOST', 'TRUST_PROXY', 'ALLOWED_HOSTS'].map((name) => environment[name]?.trim());
  return {
    ...environment,
    // The site serves the builds of this checkout, even if `.env` names another store for `npm run deploy`.
    RELEASES_SUPABASE_URL: '',
    RELEASES_SUPABASE_KEY: '',
    // DNS rebinding: other websites in the developer's browser could otherwise reach the site under their own host name.
    ALLOWED_HOSTS: allowedHosts || (LOOPBACK_HOSTS.has(host) && trustProxy === '' ? 'localhost' : ''),
    // Page teams start with this site, so it allows development unless `.env` says otherwise.
    ALLOW_DEVELOPMENT: environment['ALLOW_DEVELOPMENT'] ?? 'true',
  };
}

/** Replaces the embedded backend until it runs: a URL and a key that the server accepts. */
const BACKEND_PLACEHOLDER = { SUPABASE_URL: 'http://127.0.0.1', SUPABASE_KEY: 'sb_publishable_embedded' };

/**
 * Checks the settings of the site's server before the build, which takes a minute. The server checks them again when it starts.
 * @throws SettingsError of `@atrium/credentials-server` for the first one that is missing, malformed or secret
 */
export function requireServerSettings(options: Pick<StartOptions, 'environment' | 'hosted'>): void {
  readSettings({ ...serverEnvironment(options), ...(!options.hosted && BACKEND_PLACEHOLDER) });
}

function parseArguments(args: readonly string[]): { memory: boolean; reset: boolean; migrations: string[] } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        memory: { type: 'boolean', default: false },
        reset: { type: 'boolean', default: false },
        migrations: { type: 'string', multiple: true, default: [] },
      },
    });
    return values;
  } catch (cause) {
    throw new StartError(
      'npm start accepts --memory (keep no data), --reset (delete the data of earlier starts) and --migrations DIR (of a page module). Write them after `--`.',
      { cause },
    );
  }
}

/** The settings: the process's environment, and the file `.env` for what it does not set. */
export function readEnvironment(processEnvironment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const file = path.join(ROOT, '.env');
  return { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...processEnvironment };
}

/** The folder of the releases and of the embedded backend's data. */
export function dataFolder(environment: NodeJS.ProcessEnv): string {
  return path.resolve(ROOT, environment['ATRIUM_DATA']?.trim() || '.atrium');
}

function readPort(environment: NodeJS.ProcessEnv, name: string, usual: number): number {
  const text = environment[name]?.trim() || String(usual);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new StartError(`${name} must be a whole number from 0 to 65535, got "${text}".`);
  }
  return port;
}
