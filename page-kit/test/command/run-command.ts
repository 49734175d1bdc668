import { spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { runCommand } from '../../src/command/programs/atrium.ts';
import { Output } from '../../src/command/framework/output.ts';

const BIN = path.join(__dirname, '../../bin/atrium.mjs');

/** The result of a command. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs the command in a folder, within this process: starting a process takes longer than most commands. It sees only the given
 * environment.
 *
 * @param answer what the user answers to each question; null without a terminal
 * @param run another program
 */
export async function atrium(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}, answer: string | null = null, run = runCommand): Promise<Run> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run(args, { output: new Output(collect(out), collect(err)), cwd, env, ask: answer === null ? null : () => Promise.resolve(answer) });
  return { code, out: out.join(''), err: err.join('') };
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

/**
 * Runs the command as a process in a folder. Of this process's environment, it sees only PATH.
 * @param interruptAt what it prints before it is interrupted as by Ctrl-C
 */
export function atriumProcess(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}, interruptAt: string | null = null): Promise<Run> {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd,
    // git looks for settings in HOME and for a repository in the parents of the folder.
    env: { PATH: process.env['PATH'], HOME: cwd, USER: userInfo().username, GIT_CEILING_DIRECTORIES: path.dirname(cwd), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
    if (interruptAt !== null && err.includes(interruptAt)) child.kill('SIGINT');
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

/** Runs the command with `--json`, within this process or as a process, and reads the one document that it prints. */
export async function atriumJson(
  cwd: string,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
  run = atrium,
): Promise<{ readonly code: number | null; readonly json: Record<string, unknown> }> {
  const { code, out } = await run(cwd, [...args, '--json'], env);
  return { code, json: JSON.parse(out) as Record<string, unknown> };
}
