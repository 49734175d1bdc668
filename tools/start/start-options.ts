import { parseArgs, parseEnv } from 'node:util';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../repository/repository.ts';
import { StartError } from './start-error.ts';

/** What `npm start` was asked for. */
export interface StartOptions {
  /** Environment of the site's server: the process's own, over the `.env` file. */
  readonly environment: NodeJS.ProcessEnv;
  /** A hosted Supabase project is set, so no embedded backend starts. */
  readonly hosted: boolean;
  /** Keep nothing after the end. */
  readonly memory: boolean;
  /** Remove what earlier starts have kept. */
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
 * @throws {StartError} for an unknown argument, a bad port, or one of the two Supabase settings without the other.
 */
export function readStartOptions(args: readonly string[], processEnvironment: NodeJS.ProcessEnv): StartOptions {
  const { memory, reset, migrations } = parseArguments(args);
  const environment = { ...readEnvFile(), ...processEnvironment };
  const url = environment['SUPABASE_URL']?.trim() ?? '';
  const key = environment['SUPABASE_KEY']?.trim() ?? '';
  if ((url === '') !== (key === '')) {
    const [missing, given] = url === '' ? ['SUPABASE_URL', 'SUPABASE_KEY'] : ['SUPABASE_KEY', 'SUPABASE_URL'];
    throw new StartError(`${missing} is missing: set it beside ${given}, or remove ${given} to use the embedded backend.`);
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
    data: path.resolve(ROOT, environment['ATRIUM_DATA'] ?? '.atrium'),
  };
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
    throw new StartError('npm start knows --memory (keep nothing), --reset (start afresh) and --migrations DIR (of a page module); write them after `--`.', { cause });
  }
}

function readEnvFile(): NodeJS.ProcessEnv {
  const file = path.join(ROOT, '.env');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}

function readPort(environment: NodeJS.ProcessEnv, name: string, usual: number): number {
  const text = environment[name]?.trim() || String(usual);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new StartError(`${name} is "${text}", but must be a whole number from 0 to 65535.`);
  }
  return port;
}
