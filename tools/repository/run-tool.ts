import { spawn } from 'node:child_process';
import path from 'node:path';
import { ROOT } from './repository.ts';

interface ToolOptions {
  readonly nodeArguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Leave out what the tool writes to its standard output; what it says on standard error stays. */
  readonly quietOutput?: boolean;
}

/**
 * Runs the program of an installed package from the root folder and lets it speak to the terminal.
 * @param program its file below node_modules.
 * @returns whether it ended well.
 */
export function runTool(
  program: string,
  args: readonly string[],
  { nodeArguments = [], environment = {}, quietOutput = false }: ToolOptions = {},
): Promise<boolean> {
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
