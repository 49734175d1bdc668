/** @jest-environment node */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { buildModule } from '../webpack/build-module.ts';
import { moduleFolder, ORDERS } from '../webpack/module-folder.ts';
import { authBuild, newFolder, shellBuild, writeBuild } from '../support/small-build.ts';
import { atriumProcess } from '../command/run-command.ts';
import { seed } from '../command/seed.ts';

jest.setTimeout(120_000);

test('publishes a real build with its chunks, its styles and the shared packages outside the repository, with the subject of its commit as the reason', async () => {
  const source = moduleFolder(ORDERS);
  const folder = newFolder();
  try {
    await buildModule(source.root);
    cpSync(path.join(source.root, 'dist'), path.join(folder, 'dist'), { recursive: true });
  } finally {
    source.remove();
  }
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, '-c', 'user.email=ada@example.org', '-c', 'user.name=Ada', ...args]);
  git('init', '-q');
  git('config', 'user.name', 'Ada Lovelace');
  git('commit', '-q', '--allow-empty', '-m', 'Sort orders by date');
  const store = path.join(folder, '.atrium/releases');
  mkdirSync(store, { recursive: true });
  for (const build of [shellBuild(), authBuild()]) await seed(store, writeBuild(build));
  const { code, out, err } = await atriumProcess(folder, ['publish']);
  expect(out).toMatch(/^orders [a-z2-7]{16} is live\.\n {2}\d+ files, JavaScript .*\n {2}revision 3; Ada Lovelace: Sort orders by date\n {2}Not run for these sources: /);
  expect([code, err]).toEqual([0, expect.stringMatching(/^Sealing the build …\nTesting orders [a-z2-7]{16} …\n/)]);
  const release = /^orders (\S+)/.exec(out)?.[1] ?? '';
  expect(await openDirectoryStore(store).readSmokeTest('orders', release)).toMatchObject({ passed: true, problems: [] });
});
