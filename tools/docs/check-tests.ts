import path from 'node:path';
import { runTool } from '../repository/run-tool.ts';
import { ROOT } from '../repository/repository.ts';
import type { ModuleAround } from './module-around.ts';

/**
 * Runs the documents' tests as those of any page module, with the kit's preset and nothing else. What Jest says of them is
 * printed; gives a line where one fails.
 */
export async function checkTests(modules: readonly ModuleAround[]): Promise<readonly string[]> {
  const tests = modules.flatMap(({ files }) => [...files.keys()]).filter((file) => /\.test\.tsx?$/.test(file));
  if (tests.length === 0) return [];
  const folders = modules.filter(({ folder }) => tests.some((test) => test.startsWith(folder + path.sep))).map(({ folder }) => folder);
  const passed = await runTool('jest/bin/jest.js', ['--projects', ...folders, '--runTestsByPath', ...tests], { quietOutput: true });
  return passed ? [] : [`Tests of the documentation fail: ${tests.map((file) => path.relative(ROOT, file)).join(', ')}; see above.`];
}
