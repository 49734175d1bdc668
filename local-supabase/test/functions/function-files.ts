import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BackendProcess, temporaryDirectory } from '../backend.ts';

/** Functions in a temporary folder, and the backend that serves them. */
export interface ServedFunctions {
  backend: BackendProcess;
  directory: string;
  /** Writes a file into the functions folder. A new function is served immediately. */
  write: (file: string, content: string) => Promise<void>;
  /** Stops the backend if it runs. Resolves with its output. */
  stop: () => Promise<string>;
}

/** Writes functions by file name and serves them. Disables `verify_jwt` for the named ones. */
export async function serveFunctions(files: Record<string, string>, open: readonly string[], ...args: string[]): Promise<ServedFunctions> {
  const { directory, remove } = await temporaryDirectory();
  const write = async (file: string, content: string): Promise<void> => {
    const place = path.join(directory, 'functions', file);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, content);
  };
  await mkdir(path.join(directory, 'functions'));
  for (const [file, content] of Object.entries(files)) await write(file, content);
  const config = path.join(directory, 'config.toml');
  await writeFile(config, open.map((name) => `[functions.${name}]\nverify_jwt = false\n`).join('\n'));
  const backend = await BackendProcess.run(['--memory', '--functions', path.join(directory, 'functions'), '--config', config, ...args]);
  const stop = async (): Promise<string> => {
    const { stdout, stderr } = await backend.end();
    await remove();
    return stdout + stderr;
  };
  return { backend, directory, write, stop };
}
