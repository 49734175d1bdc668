import { spawn } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '../../../tools/repository/repository.ts';

const ATRIUM = path.join(ROOT, 'page-kit/bin/atrium.mjs');

/** The result of a command. */
export interface Run {
  /** The exit code, or the signal that killed the process. */
  readonly ended: number | NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the real `atrium` in a folder, in the environment of a plain shell. */
export function atrium(folder: string, args: readonly string[], { token, killAt }: { token?: string; killAt?: string } = {}): Promise<Run> {
  const child = spawn(process.execPath, [ATRIUM, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, ...(token !== undefined && { ATRIUM_TOKEN: token }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
    if (killAt !== undefined && err.includes(killAt)) child.kill('SIGKILL');
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ ended: code ?? signal, out, err }));
  });
}

/** A team's token, and the person who uses it. */
export class Team {
  readonly token: string;
  readonly #where: readonly string[];
  readonly #who: string;
  readonly #printed: string[];

  /**
   * @param where the option that names the site or the store
   * @param printed receives everything that the command prints
   */
  constructor(where: readonly string[], token: string, who: string, printed: string[]) {
    this.#where = where;
    this.token = token;
    this.#who = who;
    this.#printed = printed;
  }

  /** The same person with another token. */
  with(token: string): Team {
    return new Team(this.#where, token, this.#who, this.#printed);
  }

  /** The same person, working directly on a store. */
  inStore(directory: string): Team {
    return new Team(['--store', directory], this.token, this.#who, this.#printed);
  }

  /** Runs the command in a folder. With `killAt`, kills it as soon as it prints this text. */
  async run(folder: string, args: readonly string[], killAt?: string): Promise<Run> {
    const run = await atrium(folder, [...args, ...this.#where], { token: this.token, ...(killAt !== undefined && { killAt }) });
    this.#printed.push(run.out, run.err);
    return run;
  }

  /** Runs a command that must succeed. Returns its output. */
  async do(folder: string, ...args: readonly string[]): Promise<string> {
    const { ended, out, err } = await this.run(folder, args);
    if (ended !== 0) throw new Error(`atrium ${args.join(' ')} ended with ${String(ended)}:\n${err}${out}`);
    return out;
  }

  /** Publishes the build in a folder. Returns the id of the release. */
  async publish(folder: string, why: string): Promise<string> {
    const output = await this.do(folder, 'publish', '--who', this.#who, '--why', why);
    const [, release] = /^[a-z-]+ ([a-z2-7]+) is live/.exec(output) ?? [];
    if (release === undefined) throw new Error(`The command did not print the live release: ${output}`);
    return release;
  }
}
