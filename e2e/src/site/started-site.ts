import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { ROOT } from '../../../tools/repository/repository.ts';
import { freePort } from './free-port.ts';

/** The ports and the data folder of a test's `npm start`. */
export interface StartPlace {
  readonly port: number;
  readonly apiPort: number;
  readonly inboxPort: number;
  readonly data: string;
}

/** Free ports and an empty data folder. */
export async function newStartPlace(): Promise<StartPlace> {
  const data = await mkdtemp(path.join(tmpdir(), 'atrium-e2e-start-'));
  return { port: await freePort(), apiPort: await freePort(), inboxPort: await freePort(), data };
}

/** The program to run. Defaults to `npm start` of this repository. */
interface StartProgram {
  readonly root?: string;
  readonly script?: string;
}

/** `npm start` or `npm run dev` as a separate process. */
export class StartedSite {
  readonly #child: ChildProcess;
  output = '';
  errors = '';
  /** Resolves with the exit code, or with the signal that killed the process. */
  readonly ended: Promise<number | NodeJS.Signals | null>;

  constructor(
    place: StartPlace,
    args: readonly string[] = [],
    environment: NodeJS.ProcessEnv = {},
    { root = ROOT, script = 'tools/commands/start.ts' }: StartProgram = {},
  ) {
    this.#child = spawn(process.execPath, ['tools/run-source/run-source.mjs', script, ...args], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(place.port),
        ATRIUM_API_PORT: String(place.apiPort),
        ATRIUM_INBOX_PORT: String(place.inboxPort),
        ATRIUM_DATA: place.data,
        // The developer may have set a project for their own use.
        SUPABASE_URL: '',
        SUPABASE_KEY: '',
        ...environment,
      },
      stdio: 'pipe',
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
    this.ended = new Promise((resolve) => this.#child.once('exit', (code, signal) => resolve(code ?? signal)));
  }

  /** Waits for the ready line. */
  async ready(): Promise<void> {
    await expect.poll(() => this.output + this.errors, { timeout: 120_000 }).toContain('Ctrl-C stops it.');
  }

  /** Presses Enter in the terminal. */
  enter(): void {
    this.#child.stdin?.write('\n');
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Stops the process if it still runs. */
  async stop(): Promise<void> {
    this.signal('SIGTERM');
    await this.ended;
  }
}

/** Waits until all ports are free again. */
export async function expectSilence({ port, apiPort, inboxPort }: StartPlace): Promise<void> {
  await expect
    .poll(async () => (await Promise.all([port, apiPort, inboxPort].map(listens))).filter(Boolean).length, { timeout: 20_000 })
    .toBe(0);
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
