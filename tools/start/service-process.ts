import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import * as v from 'valibot';
import { ROOT } from '../repository/repository.ts';
import { StartError } from './start-error.ts';

/** Milliseconds from the start of a service to its ready message, and from the signal to its end. */
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 8_000;

const readySchema = v.looseObject({ type: v.literal('ready') });

/** A server in a process of its own, which sends a message over IPC when it is ready. */
export class ServiceProcess {
  readonly #child: ChildProcess;
  #isStopping = false;
  readonly name: string;
  /** Resolves with the exit code or the signal when the process has ended for any reason. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** The content of the ready message. Rejects with a {@link StartError} if the process ends first. */
  readonly ready: Promise<Readonly<Record<string, unknown>>>;

  constructor(name: string, file: string, args: readonly string[], environment: NodeJS.ProcessEnv) {
    this.name = name;
    this.#child = fork(path.join(ROOT, 'tools/run-source/run-source.mjs'), [file, ...args], {
      cwd: ROOT,
      env: environment,
      // A loader of the process that starts it would delay every service by a second.
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl-C signals the whole foreground group, but only the start command may stop the services, in order.
      detached: process.platform !== 'win32',
    });
    // A log that nothing reads would fill the pipe and block the service.
    this.#child.stdout?.resume();
    let errorOutput = '';
    let isReady = false;
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      if (isReady) process.stderr.write(chunk);
      else errorOutput += chunk.toString();
    });
    this.ended = new Promise((resolve) => this.#child.once('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL')));
    this.ready = new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new StartError(`${name} was not ready within ${String(READY_TIMEOUT_MS / 1000)} s.`)), READY_TIMEOUT_MS);
      this.#child.on('message', (message) => {
        const parsed = v.safeParse(readySchema, message);
        if (!parsed.success) return;
        clearTimeout(timer);
        isReady = true;
        process.stderr.write(errorOutput);
        resolve(parsed.output);
      });
      void this.ended.then((code) => {
        clearTimeout(timer);
        // A service that cannot start prints one line that names the fix.
        reject(new StartError(errorOutput.trim() || `${name} ended with ${code} before it was ready.`));
      });
    });
    // Without this handler, a rejection before anything awaits it would end this process.
    this.ready.catch(() => undefined);
  }

  /** Lines of the service's log. */
  get output() {
    return this.#child.stdout;
  }

  /** Sends a message and waits for the reply, one at a time. @throws {StartError} if the process ends first */
  ask(message: { readonly type: string }): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#child.once('message', resolve);
      void this.ended.then((code) => reject(new StartError(`${this.name} ended with ${code} before it replied.`)));
      // A message that cannot be sent means that the process ends.
      this.#child.send(message, () => undefined);
    });
  }

  /** Waits until `stop` has ended the process. @throws {StartError} if it ends in any other way */
  async untilStopped(): Promise<void> {
    const result = await this.ended;
    if (!this.#isStopping) throw new StartError(`${this.name} ended with ${result}, so the site stopped. Start it again.`);
  }

  /** Ends the process as a power cut does. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  /** Ends the process cleanly, or by force if it takes too long. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const force = setTimeout(() => this.#child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    this.#child.kill('SIGTERM');
    await this.ended;
    clearTimeout(force);
  }
}
