import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import path from 'node:path';
import { ROOT } from './repository.ts';

interface ToolOptions {
  readonly nodeArguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Do not print the program's standard output. Its standard error is always printed. */
  readonly quietOutput?: boolean;
  /** Priority of the program and of what it starts (https://nodejs.org/api/os.html#ossetprioritypid-priority). By default 0, that of this process. */
  readonly priority?: number;
}

/**
 * Runs the program of an installed package in the root folder.
 * @param program path of its file below node_modules
 * @returns whether its exit code was 0
 */
export function runTool(program: string, args: readonly string[], { nodeArguments = [], environment = {}, quietOutput = false, priority = 0 }: ToolOptions = {}): Promise<boolean> {
  const child = spawn(process.execPath, [...nodeArguments, path.join(ROOT, 'node_modules', program), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', quietOutput ? 'ignore' : 'inherit', 'inherit'],
  });
  if (priority !== 0 && child.pid !== undefined) setPriority(child.pid, priority);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}
