import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../repository/repository.ts';
import type { ModuleAround } from './module-around.ts';

const compiler = path.join(ROOT, 'node_modules/typescript-7/bin/tsc');

/** What the type checker says of the documents' code, with the settings that a module has. A message may have several lines. */
export async function checkTypes(modules: readonly ModuleAround[]): Promise<readonly string[]> {
  const messages = (await compilerOutput(modules.map(({ folder }) => folder))).split(/\n(?=\S)/).map((message) => message.trimEnd()).filter((message) => message !== '');
  return [...modules.flatMap(({ troubles }) => troubles), ...messages.map((message) => inDocument(message, modules))];
}

async function compilerOutput(folders: readonly string[]): Promise<string> {
  try {
    await promisify(execFile)(process.execPath, [compiler, '--build', '--pretty', 'false', ...folders], { cwd: ROOT, maxBuffer: 2 ** 26 });
    return '';
  } catch (error) {
    // The compiler found errors, which it writes to standard output.
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string' && error.stdout !== '') return error.stdout;
    throw error;
  }
}

/** A message of the compiler, `FILE(LINE,COLUMN): error …`, with its place in the document that the file is from. */
function inDocument(message: string, modules: readonly ModuleAround[]): string {
  const [, file = '', line = '', text = ''] = /^(.+?)\((\d+),\d+\): (.*)$/s.exec(message) ?? [];
  const block = modules.map(({ files }) => files.get(path.resolve(ROOT, file))).find(Boolean);
  return block ? `${block.document.file}:${block.line + Number(line) - 1}: ${text}` : message;
}
