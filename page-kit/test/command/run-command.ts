import { spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import path from 'node:path';

const BIN = path.join(__dirname, '../../bin/atrium.mjs');

/** What a run of the command came to. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the real command in a folder, with nothing of this process's environment but the path. */
export function atrium(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd,
    // git asks for the person's settings in HOME, and in the parents of the folder.
    env: { PATH: process.env['PATH'], HOME: cwd, USER: userInfo().username, GIT_CEILING_DIRECTORIES: path.dirname(cwd), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

/** Runs the command with `--json`, and reads the one document that it prints. */
export async function atriumJson(
  cwd: string,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly json: Record<string, unknown> }> {
  const { code, out } = await atrium(cwd, [...args, '--json'], env);
  return { code, json: JSON.parse(out) as Record<string, unknown> };
}
