import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Milliseconds within which a command that keeps running must print the expected lines. */
const START_TIMEOUT = 120_000;

/** A command failed. `message` contains its output. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
}

/** The options of a terminal. */
interface TerminalStart {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** A folder for the shell's state between two commands. */
  readonly memory: string;
}

/** A shell that keeps its folder and its exported variables from one command to the next. */
export class Terminal {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #state: string;
  #folder: string;
  readonly #running: ChildProcess[] = [];

  constructor({ folder, environment, memory }: TerminalStart) {
    this.#folder = folder;
    this.#environment = environment;
    this.#state = path.join(memory, `terminal-${path.basename(folder)}`);
  }

  /** The current folder. */
  get folder(): string {
    return this.#folder;
  }

  /** Runs commands until they end. Returns their output. @throws TerminalError if they fail */
  async run(commands: string): Promise<string> {
    await writeFile(this.#state, '', { flag: 'a' });
    const child = this.#spawn(`. "$TERMINAL_STATE"\nset -e\n${commands}\nexport -p > "$TERMINAL_STATE"\npwd > "$TERMINAL_STATE.folder"\n`);
    const output = outputOf(child);
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    if (code !== 0) throw new TerminalError(`${commands.trim()}\nended with ${String(code)}:\n${output()}`);
    this.#folder = (await readFile(`${this.#state}.folder`, 'utf8')).trim();
    return output();
  }

  /** Starts a command that keeps running, and waits until `isReady` accepts its output. @throws TerminalError if it ends or takes too long */
  async start(command: string, isReady: (output: string) => boolean): Promise<string> {
    await writeFile(this.#state, '', { flag: 'a' });
    const child = this.#spawn(`. "$TERMINAL_STATE"\n${command}`);
    this.#running.push(child);
    const output = outputOf(child);
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string) => reject(new TerminalError(`${command.trim()}\n${why}:\n${output()}`));
      const timer = setTimeout(() => fail('did not print the expected lines'), START_TIMEOUT);
      const check = (): void => {
        if (!isReady(output())) return;
        clearTimeout(timer);
        resolve();
      };
      child.stdout?.on('data', check);
      child.stderr?.on('data', check);
      child.once('close', () => fail('ended'));
      check();
    });
    return output();
  }

  /** Stops all running commands like Ctrl-C, the newest first. */
  async close(): Promise<void> {
    for (const child of this.#running.splice(0).reverse()) {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) continue;
      const ended = new Promise((resolve) => child.once('close', resolve));
      process.kill(-child.pid, 'SIGINT');
      await ended;
    }
  }

  #spawn(script: string): ChildProcess {
    return spawn('sh', ['-c', script], {
      cwd: this.#folder,
      env: { ...this.#environment, TERMINAL_STATE: this.#state },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate process group, like the foreground of a terminal, so that Ctrl-C reaches all processes.
      detached: true,
    });
  }
}

function outputOf(child: ChildProcess): () => string {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return () => output;
}
