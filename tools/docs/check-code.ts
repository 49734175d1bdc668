import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../repository/repository.ts';
import { runTool } from '../repository/run-tool.ts';
import { DOCUMENT_MODULES, type DocumentModule } from './document-modules.ts';

const COMPILER = path.join(ROOT, 'node_modules/typescript-7/bin/tsc');

/** Type-checks the documents' code with the settings of a page module. @returns the compiler's messages, with places in the documents */
export async function checkTypes(modules: readonly DocumentModule[]): Promise<readonly string[]> {
  const output = await compilerOutput(await projectsOf(modules));
  const messages = output.split(/\n(?=\S)/).map((message) => message.trimEnd()).filter((message) => message !== '');
  return [...modules.flatMap(({ faults }) => faults), ...messages.map((message) => inDocument(message, modules))];
}

/** A declaration that changes types for all files of a project. */
const GLOBAL_DECLARATION = /^declare (?:module|global)/m;

/**
 * One project with all modules, because the compiler reads the types of React and the kit again for each project. Modules with
 * global declarations stay on their own, so that they do not change the types of the others.
 */
async function projectsOf(modules: readonly DocumentModule[]): Promise<readonly string[]> {
  const shared: string[] = [];
  const separate: string[] = [];
  for (const { folder, files } of modules) {
    const sources = await Promise.all([...files.keys()].map((file) => readFile(file, 'utf8')));
    (sources.some((source) => GLOBAL_DECLARATION.test(source)) ? separate : shared).push(folder);
  }
  const project = path.join(DOCUMENT_MODULES, 'tsconfig.json');
  const include = shared.flatMap((folder) => ['src', 'test', '*.d.ts'].map((files) => path.join(folder, files)));
  await writeFile(project, JSON.stringify({ extends: '@atrium/page-kit/tsconfig.json', include }));
  return [project, ...separate];
}

async function compilerOutput(projects: readonly string[]): Promise<string> {
  try {
    await promisify(execFile)(process.execPath, [COMPILER, '--build', '--pretty', 'false', ...projects], { cwd: ROOT, maxBuffer: 2 ** 26 });
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

/**
 * Runs the documents' tests with the kit's preset alone, as a page module does: in one Jest project, because each one compiles the kit
 * again. Prints Jest's output. @returns a line if a test fails
 */
export async function checkTests(modules: readonly DocumentModule[]): Promise<readonly string[]> {
  const tests = modules.flatMap(({ files }) => [...files.keys()]).filter((file) => /\.test\.tsx?$/.test(file));
  if (tests.length === 0) return [];
  const project = path.join(DOCUMENT_MODULES, 'jest.config.json');
  // Jest warns about packages with the same name.
  await writeFile(project, JSON.stringify({ preset: '@atrium/page-kit', modulePathIgnorePatterns: ['/package\\.json$'] }));
  const passed = await runTool('jest/bin/jest.js', ['--config', project, '--runTestsByPath', ...tests], { quietOutput: true });
  return passed ? [] : [`Tests of the documentation fail: ${tests.map((file) => path.relative(ROOT, file)).join(', ')}. Their output is printed above.`];
}
