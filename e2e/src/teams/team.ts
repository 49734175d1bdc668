import { spawn } from 'node:child_process';
import path from 'node:path';
import { Writable } from 'node:stream';
import { runCommand } from '@atrium/page-kit/command';
import { Output } from '@atrium/page-kit/command/output';
import { ROOT } from '../../../tools/repository/repository.ts';

const ATRIUM = path.join(ROOT, 'page-kit/bin/atrium.mjs');

/** The result of a command. */
export interface Run {
  /** The exit code, or the signal that killed the process. */
  readonly ended: number | NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs `atrium` in a folder, in the environment of a plain shell. It runs within this process, because starting a process
 * takes longer than most commands.
 */
export async function atrium(folder: string, args: readonly string[], { token }: { token?: string } = {}): Promise<Run> {
  const [out, err]: [string[], string[]] = [[], []];
  const ended = await runCommand(args, { output: new Output(collect(out), collect(err)), cwd: folder, env: shellEnvironment(folder, token), ask: null });
  return { ended, out: out.join(''), err: err.join('') };
}

/** Runs `atrium` as a process, and kills it as soon as it prints a text. */
function killedAtrium(folder: string, args: readonly string[], token: string, killAt: string): Promise<Run> {
  const child = spawn(process.execPath, [ATRIUM, ...args], { cwd: folder, env: shellEnvironment(folder, token), stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
    if (err.includes(killAt)) child.kill('SIGKILL');
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ ended: code ?? signal, out, err }));
  });
}

function shellEnvironment(home: string, token: string | undefined): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: home, ...(token !== undefined && { ATRIUM_TOKEN: token }) };
}

function collect(pieces: string[]): Writable {
  return new Writable({
    decodeStrings: false,
    write(piece: string, _encoding, done) {
      pieces.push(piece);
      done();
    },
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

  /** Runs the command in a folder. With `killAt`, kills it as soon as it prints this text. */
  async run(folder: string, args: readonly string[], killAt?: string): Promise<Run> {
    const whole = [...args, ...this.#where];
    const run = killAt === undefined ? await atrium(folder, whole, { token: this.token }) : await killedAtrium(folder, whole, this.token, killAt);
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
