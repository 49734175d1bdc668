import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isFile, readIfExists } from '../errors/missing-file.ts';
import type { Bundle, FunctionSource } from './bundle.ts';
import { environmentOf } from './function-environment.ts';
import type { FunctionEnvironment, ProjectInfo } from './function-environment.ts';
import { FunctionProcess, printLine } from './function-process.ts';
import type { FunctionLimits } from './function-process.ts';
import { GatewayError } from './gateway-error.ts';

/** The bundler, which loads with the first call: a start does not wait for it. */
const bundler = () => import('./bundle.ts');

/** How one function is served. */
export interface FunctionConfig {
  enabled: boolean;
  verifyJwt: boolean;
  /** The entry file. Defaults to `index.ts` in the function's folder. */
  entrypoint?: string;
  /** The import map. Defaults to the nearest `deno.json` or `import_map.json`. */
  importMap?: string;
}

/** How a function without configuration is served. */
const DEFAULT_FUNCTION_CONFIG: FunctionConfig = { enabled: true, verifyJwt: true };

/** The options of FunctionPool. */
interface FunctionPoolOptions {
  /** The folder of the functions, in the Supabase CLI's layout. Without it, there are no functions. */
  directory: string | undefined;
  configs: ReadonlyMap<string, FunctionConfig>;
  /** The secrets file. Defaults to `.env` in the folder. */
  secretsFile: string | undefined;
  limits: FunctionLimits;
  project: () => ProjectInfo;
}

interface Running {
  process: FunctionProcess;
  bundle: Bundle;
  /** The stamp of its environment. */
  stamp: string;
}

/** The temporary folder with the bundles, the sockets and the program of function processes. */
interface WorkFolder {
  folder: string;
  runtime: string;
}

/** Function names that a hosted project accepts. A folder like `_shared` is not a function. */
const FUNCTION_NAME_PATTERN = /^[A-Za-z][\w-]*$/;

/** Keeps one process per function. Starts a new one when its files change or when it ends. */
export class FunctionPool {
  readonly #options: FunctionPoolOptions;
  readonly #running = new Map<string, Promise<Running>>();
  /** Every process that has not ended, including those that no longer accept calls. */
  readonly #live = new Set<FunctionProcess>();
  #workFolder: Promise<WorkFolder> | undefined;
  #started = 0;
  #stopped = false;

  constructor(options: FunctionPoolOptions) {
    this.#options = options;
  }

  /** The source and the configuration of a function. @throws GatewayError NOT_FOUND */
  async find(name: string): Promise<FunctionSource & { verifyJwt: boolean }> {
    const { enabled, entrypoint, ...config } = this.#options.configs.get(name) ?? DEFAULT_FUNCTION_CONFIG;
    if (!FUNCTION_NAME_PATTERN.test(name) || !enabled || this.#options.directory === undefined) throw new GatewayError('NOT_FOUND');
    const folder = path.join(this.#options.directory, name);
    const source = { ...config, folder, entrypoint: entrypoint ?? path.join(folder, 'index.ts') };
    if (!(await isFile(source.entrypoint))) throw new GatewayError('NOT_FOUND');
    return source;
  }

  /** The process that runs the current version of a function. @throws GatewayError NOT_FOUND, BOOT_ERROR */
  async processOf(name: string): Promise<FunctionProcess> {
    const before = this.#running.get(name);
    const next = this.#next(name, before);
    this.#running.set(name, next);
    // The caller sees the failure below. The next call tries again.
    next.catch(() => undefined);
    return (await next).process;
  }

  /** Kills every process. */
  async stop(): Promise<void> {
    this.#stopped = true;
    // Processes that are starting must be in #live before they can be killed.
    await Promise.allSettled(this.#running.values());
    await Promise.all([...this.#live].map((process) => process.kill()));
    // Its callers have already seen a failure.
    const workFolder = await this.#workFolder?.catch(() => undefined);
    if (workFolder) await rm(workFolder.folder, { recursive: true, force: true });
  }

  async #next(name: string, before: Promise<Running> | undefined): Promise<Running> {
    const current = await before?.catch(() => undefined);
    const environment = environmentOf(name, await this.#secrets(), this.#options.project());
    const isFresh = current?.stamp === environment.stamp && (await current.bundle.isFresh());
    // It may have ended while its files were checked.
    if (isFresh && current.process.isAlive) return current;
    if (current?.process.isAlive) current.process.retire();
    if (this.#stopped) throw new GatewayError('BOOT_ERROR');
    return this.#start(name, environment);
  }

  async #secrets(): Promise<string> {
    return (await readIfExists(this.#options.secretsFile ?? path.join(this.#options.directory ?? '', '.env'))) ?? '';
  }

  async #start(name: string, { variables, ignored, stamp }: FunctionEnvironment): Promise<Running> {
    const source = await this.find(name);
    // After a failure, the next call tries again.
    this.#workFolder ??= createWorkFolder().catch((error: unknown) => {
      this.#workFolder = undefined;
      throw error;
    });
    const { folder, runtime } = await this.#workFolder;
    this.#started += 1;
    const id = String(this.#started);
    const bundle = await this.#bundle(name, source, path.join(folder, `${name}-${id}.mjs`));
    for (const warning of bundle.warnings) printLine(name, warning);
    for (const key of ignored) printLine(name, `${key} is not set: names that start with SUPABASE_ are reserved. Rename it.`);
    const process = await FunctionProcess.start({
      name,
      runtime,
      bundle: bundle.file,
      socket: socketIn(folder, id),
      environment: variables,
      limits: this.#options.limits,
    });
    this.#live.add(process);
    void process.exited.then(() => this.#live.delete(process));
    return { process, bundle, stamp };
  }

  async #bundle(name: string, source: FunctionSource, file: string): Promise<Bundle> {
    const { BundleError, bundleFunction } = await bundler();
    try {
      return await bundleFunction(source, file);
    } catch (cause) {
      if (!(cause instanceof BundleError)) throw cause;
      printLine(name, cause.message);
      throw new GatewayError('BOOT_ERROR', { cause });
    }
  }
}

async function createWorkFolder(): Promise<WorkFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'local-supabase-functions-'));
  try {
    return { folder, runtime: await (await bundler()).bundleRuntime(folder) };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** A socket instead of a port, so that pages and other users of this machine cannot bypass the gateway. */
function socketIn(folder: string, id: string): string {
  return process.platform === 'win32' ? `\\\\.\\pipe\\${path.basename(folder)}-${id}` : path.join(folder, `${id}.sock`);
}
