import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { Agent } from 'node:http';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import * as v from 'valibot';
import { GatewayError } from './gateway-error.ts';
import type { GatewayCode } from './gateway-error.ts';
import { readyMessageSchema } from './runtime/messages.ts';
import type { BootMessage } from './runtime/messages.ts';

/** The limits of a function. */
export interface FunctionLimits {
  /** The maximum duration of a call, and the time after which an idle process ends. */
  wallClockMilliseconds: number;
  /** The maximum CPU time without yielding to the event loop. */
  cpuMilliseconds: number;
  memoryBytes: number;
  /** The maximum time until the function calls Deno.serve. */
  bootMilliseconds: number;
}

/** The limits of a hosted project on the free plan (supabase.com/docs/guides/functions/limits). */
export const HOSTED_LIMITS: FunctionLimits = {
  wallClockMilliseconds: 150_000,
  cpuMilliseconds: 2000,
  memoryBytes: 256 * 2 ** 20,
  bootMilliseconds: 10_000,
};

/** The options of FunctionProcess. */
interface ProcessStart {
  name: string;
  /** The program of function processes. */
  runtime: string;
  bundle: string;
  socket: string;
  environment: Readonly<Record<string, string>>;
  limits: FunctionLimits;
}

/** A process that runs one function and handles its calls concurrently. */
export class FunctionProcess {
  readonly name: string;
  readonly socket: string;
  /** Keeps connections to the process open. */
  readonly agent = new Agent({ keepAlive: true });
  /** A unique id of this process for logs. */
  readonly executionId: string;
  /** Resolves with the error for its calls when the process has ended or could not start. */
  readonly exited: Promise<GatewayCode>;
  readonly #child: ChildProcess;
  readonly #limits: FunctionLimits;
  #alive = true;
  #calls = 0;
  #idle: NodeJS.Timeout | undefined;

  private constructor({ name, runtime, socket, environment, limits }: ProcessStart) {
    this.name = name;
    this.socket = socket;
    this.executionId = environment['SB_EXECUTION_ID'] ?? '';
    this.#limits = limits;
    const memory = Math.ceil(limits.memoryBytes / 2 ** 20);
    this.#child = spawn(process.execPath, ['--enable-source-maps', '--disable-warning=ExperimentalWarning', `--max-old-space-size=${String(memory)}`, runtime], {
      env: { ...environment, ...nodeEnvironment() },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.exited = new Promise((resolve) => {
      // Messages that cannot be sent raise this event too. The process still emits "exit" then.
      this.#child.on('error', (error) => {
        printLine(name, error.message);
        if (this.#child.pid !== undefined) return;
        this.#alive = false;
        resolve('WORKER_ERROR');
      });
      this.#child.once('exit', (code, signal) => {
        this.#alive = false;
        clearTimeout(this.#idle);
        this.agent.destroy();
        // V8 aborts a process that is out of memory (SIGABRT). At its other limits, the process kills itself.
        resolve(signal === 'SIGKILL' || signal === 'SIGABRT' || code === 134 ? 'WORKER_RESOURCE_LIMIT' : 'WORKER_ERROR');
      });
    });
    if (this.#child.stdout) printOutput(name, this.#child.stdout);
    if (this.#child.stderr) printOutput(name, this.#child.stderr);
  }

  /** Starts a process. Resolves when the function accepts calls. @throws GatewayError BOOT_ERROR */
  static async start(start: ProcessStart): Promise<FunctionProcess> {
    const started = new FunctionProcess(start);
    await started.#boot(start);
    return started;
  }

  /** Whether it accepts calls. */
  get isAlive(): boolean {
    return this.#alive;
  }

  /** Registers a call and returns a function that ends it. A process that stays idle retires. */
  startCall(): () => void {
    this.#calls += 1;
    clearTimeout(this.#idle);
    return () => {
      this.#calls -= 1;
      if (this.#calls > 0 || !this.#alive) return;
      this.#idle = setTimeout(() => {
        this.retire();
      }, this.#limits.wallClockMilliseconds).unref();
    };
  }

  /** Why a call failed: waits for the process to end, unless it keeps running. */
  async failureReason(): Promise<GatewayCode> {
    let timer: NodeJS.Timeout | undefined;
    const goesOn = new Promise<GatewayCode>((resolve) => {
      timer = setTimeout(resolve, 1000, 'WORKER_ERROR');
    });
    const reason = await Promise.race([this.exited, goesOn]);
    clearTimeout(timer);
    return reason;
  }

  /** Stops accepting calls, and ends after the current ones and the background tasks are done. */
  retire(): void {
    this.#alive = false;
    if (this.#child.connected) this.#child.send({ type: 'retire' });
    const kill = setTimeout(() => this.#child.kill('SIGKILL'), this.#limits.wallClockMilliseconds).unref();
    void this.exited.then(() => {
      clearTimeout(kill);
    });
  }

  /** Kills the process. */
  async kill(): Promise<void> {
    this.#alive = false;
    this.#child.kill('SIGKILL');
    await this.exited;
  }

  async #boot({ bundle, socket, environment, limits }: ProcessStart): Promise<void> {
    const ready = new Promise<'ready'>((resolve) => {
      this.#child.on('message', (message) => {
        if (v.is(readyMessageSchema, message)) resolve('ready');
      });
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, limits.bootMilliseconds, 'late');
    });
    const boot: BootMessage = { type: 'boot', bundle, socket, environment, memoryLimit: limits.memoryBytes, cpuLimit: limits.cpuMilliseconds };
    // A process that could not start has no channel. It emits an error instead.
    if (this.#child.connected) this.#child.send(boot);
    const outcome = await Promise.race([ready, late, this.exited]);
    clearTimeout(timer);
    if (outcome === 'ready') return;
    if (outcome === 'late') printLine(this.name, 'The function did not call Deno.serve. Call it at the top level of the module.');
    await this.kill();
    throw new GatewayError('BOOT_ERROR');
  }
}

/** The environment variables that Node itself needs on some machines. Deno.env does not have them. */
function nodeEnvironment(): Record<string, string> {
  const names = ['SystemRoot', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}

/** A hosted project cuts log messages at this number of characters. */
const MAX_LINE_LENGTH = 10_000;

/** JWTs and secret keys, which functions that log request headers would print. */
const SECRET_PATTERN = /\beyJ[\w-]+\.[\w-]+\.[\w-]*|\bsb_secret_[\w-]+/g;

/** Prints lines of a function on stderr, which `npm start` shows. Adds its name, redacts secrets and truncates long lines. */
export function printLine(name: string, text: string): void {
  for (const line of text.split('\n')) process.stderr.write(`[${name}] ${line.replaceAll(SECRET_PATTERN, '[secret]').slice(0, MAX_LINE_LENGTH)}\n`);
}

/** Prints the output of a function, line by line. */
function printOutput(name: string, source: Readable): void {
  createInterface({ input: source }).on('line', (line) => {
    printLine(name, line);
  });
}
