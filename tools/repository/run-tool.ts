import { spawn } from 'node:child_process';
import path from 'node:path';
import { ROOT } from './repository.ts';

interface ToolOptions {
  readonly nodeArguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Do not print the program's standard output. Its standard error is always printed. */
  readonly quietOutput?: boolean;
}

/**
 * Runs the program of an installed package in the root folder.
 * @param program path of its file below node_modules
 * @returns whether its exit code was 0
 */
export function runTool(program: string, args: readonly string[], { nodeArguments = [], environment = {}, quietOutput = false }: ToolOptions = {}): Promise<boolean> {
  const child = spawn(process.execPath, [...nodeArguments, path.join(ROOT, 'node_modules', program), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', quietOutput ? 'ignore' : 'inherit', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}
