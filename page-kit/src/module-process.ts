import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The variables that the process gets: no token, no key. */
const PASSED_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'] as const;

/** Memory limit of the process, in megabytes: many times what a page module needs. */
export const MEMORY_LIMIT = 768;

/** Characters of the error output that are kept. */
const MAX_OUTPUT = 4_000;

/** A process that runs the code of a module. */
interface ModuleProcess {
  readonly child: ChildProcess;
  /** The end of what the process has written to its error output. */
  readonly errorOutput: () => string;
}

/**
 * Starts a process that runs the code of a module, so that code that hangs, crashes or exits ends that process only. It gets few
 * environment variables and limited memory. This is no sandbox: the code runs with the rights of the caller.
 *
 * @param launcher the program
 */
export function startModuleProcess(launcher: URL): ModuleProcess {
  const child = fork(fileURLToPath(launcher), {
    // Maps and bytes arrive as they are.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [`--max-old-space-size=${MEMORY_LIMIT}`],
    // Packages that the shell shares are those of a production build.
    env: { ...Object.fromEntries(PASSED_VARIABLES.map((name) => [name, process.env[name]])), NODE_ENV: 'production' },
  });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-MAX_OUTPUT)));
  return { child, errorOutput: () => output };
}
