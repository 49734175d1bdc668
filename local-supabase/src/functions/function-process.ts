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

/** What a function may use. */
export interface FunctionLimits {
  /** The longest that a call may last, and that a process that nobody calls is kept. */
  wallClockMilliseconds: number;
  /** Processor time at a stretch, without ever waiting. */
  cpuMilliseconds: number;
  memoryBytes: number;
  /** How long a function may take until it calls Deno.serve. */
  bootMilliseconds: number;
}

/** A hosted project's (supabase.com/docs/guides/functions/limits), on the free plan. */
export const HOSTED_LIMITS: FunctionLimits = {
  wallClockMilliseconds: 150_000,
  cpuMilliseconds: 2000,
  memoryBytes: 256 * 2 ** 20,
  bootMilliseconds: 10_000,
};

/** What a process is started with. */
interface ProcessStart {
  name: string;
  /** The program of every function's process. */
  runtime: string;
  bundle: string;
  socket: string;
  environment: Readonly<Record<string, string>>;
  limits: FunctionLimits;
}

/** A process that runs one function and answers its calls, several at a time. */
export class FunctionProcess {
  readonly name: string;
  readonly socket: string;
  /** Keeps connections to the process. */
  readonly agent = new Agent({ keepAlive: true });
  /** A name of this process for logs, new for each. */
  readonly executionId: string;
  /** Resolves when the process has ended, or could not be started, with what that means for its calls. */
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
      env: { ...environment, ...neededByNode() },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.exited = new Promise((resolve) => {
      // A message that cannot be sent is told of here as well: then the process has an end of its own.
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
        // V8 ends a process that is out of memory by SIGABRT; the process kills itself at its other limits.
        resolve(signal === 'SIGKILL' || signal === 'SIGABRT' || code === 134 ? 'WORKER_RESOURCE_LIMIT' : 'WORKER_ERROR');
      });
    });
    if (this.#child.stdout) printOutput(name, this.#child.stdout);
    if (this.#child.stderr) printOutput(name, this.#child.stderr);
  }

  /** Starts a process; resolves when the function answers. @throws GatewayError BOOT_ERROR */
  static async start(start: ProcessStart): Promise<FunctionProcess> {
    const started = new FunctionProcess(start);
    await started.#boot(start);
    return started;
  }

  /** Whether it takes calls. */
  get isAlive(): boolean {
    return this.#alive;
  }

  /** Says that a call begins; returns what to call at its end. A process that nobody calls for long ends. */
  begin(): () => void {
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

  /** Why calls that it had are not answered: waits until the process has ended, unless it goes on. */
  async reasonOfLoss(): Promise<GatewayCode> {
    let timer: NodeJS.Timeout | undefined;
    const goesOn = new Promise<GatewayCode>((resolve) => {
      timer = setTimeout(resolve, 1000, 'WORKER_ERROR');
    });
    const reason = await Promise.race([this.exited, goesOn]);
    clearTimeout(timer);
    return reason;
  }

  /** Takes no more calls; ends when those that it has, and what it does in the background, are done. */
  retire(): void {
    this.#alive = false;
    if (this.#child.connected) this.#child.send({ type: 'retire' });
    const kill = setTimeout(() => this.#child.kill('SIGKILL'), this.#limits.wallClockMilliseconds).unref();
    void this.exited.then(() => {
      clearTimeout(kill);
    });
  }

  /** Ends it at once. */
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
    // One that could not be started has no channel, and says so by an error.
    if (this.#child.connected) this.#child.send(boot);
    const outcome = await Promise.race([ready, late, this.exited]);
    clearTimeout(timer);
    if (outcome === 'ready') return;
    if (outcome === 'late') printLine(this.name, 'The function did not call Deno.serve. Call it when the module runs.');
    await this.kill();
    throw new GatewayError('BOOT_ERROR');
  }
}

/** What of this process's environment Node itself needs on some machines; Deno.env does not show it. */
function neededByNode(): Record<string, string> {
  const names = ['SystemRoot', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}

/** A hosted project cuts log messages here, in characters. */
const MAX_LINE_LENGTH = 10_000;

/** JWTs and secret keys: whoever prints a request's headers prints them along. */
const SECRET_PATTERN = /\beyJ[\w-]+\.[\w-]+\.[\w-]*|\bsb_secret_[\w-]+/g;

/** Prints lines of a function on stderr, which `npm start` shows: its name before each, without JWTs and secret keys, and long ones cut off. */
export function printLine(name: string, text: string): void {
  for (const line of text.split('\n')) process.stderr.write(`[${name}] ${line.replaceAll(SECRET_PATTERN, '[secret]').slice(0, MAX_LINE_LENGTH)}\n`);
}

/** Prints whatever a function writes, line by line. */
function printOutput(name: string, source: Readable): void {
  createInterface({ input: source }).on('line', (line) => {
    printLine(name, line);
  });
}
