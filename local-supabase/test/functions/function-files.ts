import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryDirectory } from '../backend.ts';

/** Functions in a temporary folder. */
export interface FunctionFiles {
  directory: string;
  /** Options of a backend that serves them. */
  args: readonly string[];
  /** Writes a file into the functions folder. A new function is served immediately. */
  write: (file: string, content: string) => Promise<void>;
  remove: () => Promise<void>;
}

/** Writes functions by file name. Disables `verify_jwt` for the named ones. */
export async function writeFunctions(files: Record<string, string>, open: readonly string[]): Promise<FunctionFiles> {
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
  return { directory, args: ['--memory', '--functions', path.join(directory, 'functions'), '--config', config], write, remove };
}
