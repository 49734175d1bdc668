import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Milliseconds in which a command that keeps running must have said what it is waited for. */
const PATIENCE = 120_000;

/** A command did not do what the tutorial says; `message` has what it printed. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
}

/** Where a terminal begins. */
export interface TerminalStart {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** A folder for what it remembers between two commands. */
  readonly memory: string;
}

/** A shell that somebody types into: the folder and the exported variables stay from one command to the next. */
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

  /** The folder that it is in. */
  get folder(): string {
    return this.#folder;
  }

  /** Runs commands to their end. Gives what they printed. @throws TerminalError */
  async run(commands: string): Promise<string> {
    await writeFile(this.#state, '', { flag: 'a' });
    const child = this.#spawn(`. "$TERMINAL_STATE"\nset -e\n${commands}\nexport -p > "$TERMINAL_STATE"\npwd > "$TERMINAL_STATE.folder"\n`);
    const said = listen(child);
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    if (code !== 0) throw new TerminalError(`${commands.trim()}\nended with ${String(code)}:\n${said()}`);
    this.#folder = (await readFile(`${this.#state}.folder`, 'utf8')).trim();
    return said();
  }

  /** Starts a command that goes on, and waits until it has printed something. @throws TerminalError */
  async start(command: string, isReady: (said: string) => boolean): Promise<string> {
    await writeFile(this.#state, '', { flag: 'a' });
    const child = this.#spawn(`. "$TERMINAL_STATE"\n${command}`);
    this.#running.push(child);
    const said = listen(child);
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string) => reject(new TerminalError(`${command.trim()}\n${why}:\n${said()}`));
      const timer = setTimeout(() => fail('did not print what the tutorial says'), PATIENCE);
      const look = (): void => {
        if (!isReady(said())) return;
        clearTimeout(timer);
        resolve();
      };
      child.stdout?.on('data', look);
      child.stderr?.on('data', look);
      child.once('close', () => fail('ended'));
      look();
    });
    return said();
  }

  /** Ctrl-C for everything that goes on, the newest first. */
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
      // A group of its own, as the foreground of a terminal is: Ctrl-C reaches all of it.
      detached: true,
    });
  }
}

function listen(child: ChildProcess): () => string {
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return () => said;
}
