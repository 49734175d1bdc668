import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import * as v from 'valibot';
import { ROOT } from '../repository/repository.ts';
import { StartError } from './start-error.ts';

/** Milliseconds that a service may take from its start to its ready message, and from the signal to its end. */
const READY_TIMEOUT = 60_000;
const STOP_TIMEOUT = 8_000;

const readySchema = v.looseObject({ type: v.literal('ready') });

/** A server that runs as a process of its own and tells over IPC that it is ready. */
export class ServiceProcess {
  readonly #child: ChildProcess;
  #isStopping = false;
  readonly name: string;
  /** Resolves with the exit code, or the signal, when the process has ended for any reason. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** What the service said it is ready with. Rejects with a {@link StartError} when it ends before. */
  readonly ready: Promise<Readonly<Record<string, unknown>>>;

  constructor(name: string, file: string, args: readonly string[], environment: NodeJS.ProcessEnv) {
    this.name = name;
    this.#child = fork(path.join(ROOT, 'tools/run-source/run-source.mjs'), [file, ...args], {
      cwd: ROOT,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl-C reaches the whole foreground group; only the start script is to act on it, in order.
      detached: process.platform !== 'win32',
    });
    // A log that nobody reads would fill the pipe, and then stop the service.
    this.#child.stdout?.resume();
    let said = '';
    let isReady = false;
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      if (isReady) process.stderr.write(chunk);
      else said += chunk.toString();
    });
    this.ended = new Promise((resolve) => this.#child.once('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL')));
    this.ready = new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new StartError(`${name} did not become ready.`)), READY_TIMEOUT);
      this.#child.on('message', (message) => {
        const parsed = v.safeParse(readySchema, message);
        if (!parsed.success) return;
        clearTimeout(timer);
        isReady = true;
        process.stderr.write(said);
        resolve(parsed.output);
      });
      void this.ended.then((code) => {
        clearTimeout(timer);
        // What it said itself is one line that names the mend.
        reject(new StartError(said.trim() || `${name} ended with ${code} before it was ready.`));
      });
    });
    // Whoever waits for it sees the rejection; nobody may be waiting yet.
    this.ready.catch(() => undefined);
  }

  /** Lines of the service's log, for whoever wants them. */
  get output() {
    return this.#child.stdout;
  }

  /** Waits until `stop` has ended the process. @throws {StartError} when it ends in any other way */
  async untilStopped(): Promise<void> {
    const how = await this.ended;
    if (!this.#isStopping) throw new StartError(`${this.name} ended with ${how}, so the site stopped. Start it again.`);
  }

  /** Ends the process as a power cut does. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  /** Ends the process cleanly, or by force when it does not end in time. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const force = setTimeout(() => this.#child.kill('SIGKILL'), STOP_TIMEOUT);
    this.#child.kill('SIGTERM');
    await this.ended;
    clearTimeout(force);
  }
}
