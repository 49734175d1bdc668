import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../../tools/repository/repository.ts';
import { CHANGED_MODULES, changeOf } from '../src/modules/module-change.ts';

/** The folders whose sources the benchmarks build. */
const SOURCES = ['shell/src', 'auth-core/src', 'auth-remote/src', 'page-kit/src', 'releases/src', 'pages-remote'];

async function sourcesWith(text: string): Promise<string[]> {
  const files = (await Promise.all(SOURCES.map((folder) => readdir(path.join(ROOT, folder), { recursive: true, withFileTypes: true })))).flat();
  const sources = files.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\/(?:test|dist)(?:\/|$)/.test(entry.parentPath));
  const found = await Promise.all(sources.map(async ({ parentPath, name }) => ((await readFile(path.join(parentPath, name), 'utf8')).includes(text) ? name : '')));
  return found.filter(Boolean);
}

// Otherwise the benchmark of returning visitors cannot build its reference.
test.each(CHANGED_MODULES)('the text that a release of %s changes is in exactly one source', async (module) => {
  expect(await sourcesWith(changeOf(module, 'changed').text.from)).toHaveLength(1);
});
