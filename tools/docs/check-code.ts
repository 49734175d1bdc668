import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../repository/repository.ts';
import { runTool } from '../repository/run-tool.ts';
import type { DocumentModule } from './document-modules.ts';

const COMPILER = path.join(ROOT, 'node_modules/typescript-7/bin/tsc');

/** Type-checks the documents' code with the settings of a page module. @returns the compiler's messages, with places in the documents */
export async function checkTypes(modules: readonly DocumentModule[]): Promise<readonly string[]> {
  const output = await compilerOutput(modules.map(({ folder }) => folder));
  const messages = output.split(/\n(?=\S)/).map((message) => message.trimEnd()).filter((message) => message !== '');
  return [...modules.flatMap(({ faults }) => faults), ...messages.map((message) => inDocument(message, modules))];
}

async function compilerOutput(folders: readonly string[]): Promise<string> {
  try {
    await promisify(execFile)(process.execPath, [COMPILER, '--build', '--pretty', 'false', ...folders], { cwd: ROOT, maxBuffer: 2 ** 26 });
    return '';
  } catch (error) {
    // The compiler writes the errors it finds to standard output.
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string' && error.stdout !== '') return error.stdout;
    throw error;
  }
}

/** Replaces the place in a message of the compiler, `FILE(LINE,COLUMN): error …`, by the place in the document. */
function inDocument(message: string, modules: readonly DocumentModule[]): string {
  const [, file = '', line = '', text = ''] = /^(.+?)\((\d+),\d+\): (.*)$/s.exec(message) ?? [];
  const block = modules.map(({ files }) => files.get(path.resolve(ROOT, file))).find(Boolean);
  return block ? `${block.document.file}:${block.line + Number(line) - 1}: ${text}` : message;
}

/** Runs the documents' tests with the kit's preset alone, as a page module does. Prints Jest's output. @returns a line if a test fails */
export async function checkTests(modules: readonly DocumentModule[]): Promise<readonly string[]> {
  const tests = modules.flatMap(({ files }) => [...files.keys()]).filter((file) => /\.test\.tsx?$/.test(file));
  if (tests.length === 0) return [];
  const folders = modules.filter(({ folder }) => tests.some((test) => test.startsWith(folder + path.sep))).map(({ folder }) => folder);
  const passed = await runTool('jest/bin/jest.js', ['--projects', ...folders, '--runTestsByPath', ...tests], { quietOutput: true });
  return passed ? [] : [`Tests of the documentation fail: ${tests.map((file) => path.relative(ROOT, file)).join(', ')}. Their output is printed above.`];
}
