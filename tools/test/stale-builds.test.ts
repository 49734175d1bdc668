import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { BuildFailedError, buildStaleParts } from '../build/build-parts.ts';
import { ROOT, type SitePart } from '../repository/repository.ts';

let part: SitePart;

const file = (name: string) => path.join(ROOT, part.folder, name);

/** Builds the part if it is stale. Returns whether it was. */
async function wasStale(): Promise<boolean> {
  const reported: string[] = [];
  await buildStaleParts((name) => reported.push(name), [part]);
  return reported.length > 0;
}

beforeEach(async () => {
  const folder = path.relative(ROOT, await mkdtemp(path.join(ROOT, 'node_modules/.part-')));
  part = { name: path.basename(folder), folder, dependsOn: [] };
  await writeFile(file('webpack.config.cjs'), `module.exports = { mode: 'none', entry: './source.js', output: { path: __dirname + '/dist', filename: 'build.json' } };`);
  await writeFile(file('source.js'), 'console.log(1)');
});

afterEach(async () => {
  await rm(path.join(ROOT, part.folder), { recursive: true });
  await rm(path.join(ROOT, 'node_modules/.cache/atrium', `${part.name}.stamp`), { force: true });
});

test('a part is built again after another command has built it from other sources, and after a build that failed', async () => {
  expect(await wasStale()).toBe(true);
  expect(await wasStale()).toBe(false);
  await writeFile(file('dist/build.json'), 'console.log(2)');
  expect(await wasStale()).toBe(true);
  await writeFile(file('source.js'), 'console.log(');
  await expect(wasStale()).rejects.toThrow(BuildFailedError);
  await writeFile(file('source.js'), 'console.log(1)');
  expect(await wasStale()).toBe(true);
});
