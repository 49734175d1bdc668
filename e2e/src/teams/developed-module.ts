import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../../../tools/repository/repository.ts';
import { freePort } from '../site/free-port.ts';

/** A page module that `atrium dev` serves. */
export class DevelopedModule {
  readonly folder: string;
  /** The URL of the whole site, with this module. */
  readonly url: string;
  output = '';
  errors = '';
  /** Resolves with the exit code, or with the signal that killed the process. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  readonly #child: ChildProcess;

  private constructor(folder: string, site: string, port: number) {
    this.folder = folder;
    this.url = `http://localhost:${port}`;
    this.#child = spawn(process.execPath, [path.join(ROOT, 'page-kit/bin/atrium.mjs'), 'dev', '--site', site, '--port', String(port)], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
    this.ended = new Promise((resolve) => this.#child.once('exit', (code, signal) => resolve(code ?? signal)));
  }

  /** Starts `atrium dev`. Resolves when it is ready. */
  static async start(folder: string, site: string): Promise<DevelopedModule> {
    const module = new DevelopedModule(folder, site, await freePort());
    await module.#ready();
    return module;
  }

  #ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#child.stdout?.on('data', () => {
        if (this.output.includes('Press Ctrl-C to stop.')) resolve();
      });
      void this.ended.then(() => reject(new Error(`atrium dev ended before it was ready: ${this.errors}`)));
    });
  }

  /** Replaces a text in a source file. */
  async edit(file: string, from: string, to: string): Promise<void> {
    const place = path.join(this.folder, file);
    const before = await readFile(place, 'utf8');
    if (!before.includes(from)) throw new Error(`${file} does not contain "${from}".`);
    await writeFile(place, before.replace(from, to));
  }

  /** Stops it like Ctrl-C. */
  async stop(): Promise<void> {
    this.#child.kill('SIGINT');
    await this.ended;
  }
}
