/** @jest-environment node */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { quickModule } from './quick-module.ts';
import { atrium, atriumJson } from '../command/run-command.ts';

jest.setTimeout(120_000);

/** Runs the one test of a module as `npm test` does with the preset. */
function runTests(folder: string, total: number): void {
  const jest = path.join(__dirname, '../../../node_modules/jest/bin/jest.js');
  const reporter = path.join(__dirname, '../../jest-reporter.mjs');
  const { status, stderr } = spawnSync(process.execPath, [jest, '--config', JSON.stringify({ testMatch: ['**/total.test.cjs'], reporters: [reporter, 'default'] })], {
    cwd: folder,
    env: { ...process.env, TOTAL: String(total) },
    encoding: 'utf8',
  });
  if (status !== (total === 1 ? 0 : 1) || !stderr.includes('adds up')) throw new Error(stderr);
}

test('builds and checks types, says what failed or did not run, and requires it with --strict', async () => {
  const { folder, write, inStore } = await quickModule();
  const { code, json } = await atriumJson(folder, inStore('publish', '--build', '--strict'));
  expect([code, json['error']]).toEqual([1, {
    code: 'not-checked',
    message: expect.stringMatching(/^--strict refuses orders [a-z2-7]{16}\. Not run for these sources: tests \(npm test\), verify \(npx atrium verify\)\.$/) as string,
  }]);

  runTests(folder, 2);
  expect(await atriumJson(folder, inStore('publish', '--dry-run'))).toMatchObject({ code: 0, json: { failed: ['tests'], notRun: ['verify'] } });
  expect(await atrium(folder, inStore('publish', '--strict'))).toMatchObject({ code: 1, err: expect.stringContaining('Failed for these sources: tests (npm test). Not run') as string });

  runTests(folder, 1);
  const published = await atrium(folder, inStore('publish'));
  expect(published).toMatchObject({ code: 0, out: expect.stringContaining('  Not run for these sources: verify (npx atrium verify). --strict would refuse them.') as string });
  expect(published.out).toMatch(/\n {2}2 files, JavaScript \d\.\d kB \(\d\.\d kB compressed\)\n/);

  for (const args of [['orders', '--percent', '0'], ['orders', '--percent', '5', '--release', 'abcdefgh234567ab']]) {
    expect(await atrium(folder, inStore('canary', '--build', ...args))).toMatchObject({ code: 2, err: expect.stringContaining('--build makes the build in the folder the canary') as string });
  }
  expect(await atrium(folder, inStore('canary', 'sales', '--build', '--percent', '5'))).toMatchObject({ code: 2, err: expect.stringContaining('is orders, not sales') as string });

  write('src/total.ts', 'export const total: number = 2;\n');
  expect(await atriumJson(folder, inStore('publish'))).toMatchObject({ code: 1, json: { error: { code: 'outdated-build', message: expect.stringContaining('have changed since the build') as string } } });
});
