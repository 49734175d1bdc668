/** @jest-environment node */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { authBuild, newFolder, pageBuild, shellBuild, writeBuild } from '../support/small-build.ts';
import { atrium, atriumJson } from './run-command.ts';
import { seed } from './seed.ts';

jest.setTimeout(120_000);

/** Copies a finished build instead of building, and fails if the sources contain `broken`. */
const WEBPACK_CONFIG = `
  import { cpSync, readFileSync } from 'node:fs';
  const copy = (compiler) => compiler.hooks.afterEmit.tap('copy', (compilation) => {
    if (readFileSync('src/total.ts', 'utf8').includes('broken')) compilation.errors.push(new Error('src/total.ts is broken.'));
    else cpSync('finished', 'dist', { recursive: true });
  });
  export default { mode: 'none', entry: 'data:text/javascript,', output: { path: import.meta.dirname + '/unused' }, plugins: [copy] };`;

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

const SOURCE = 'export const total: number = 1;\n';

/** A module whose build is quick, and a store with a site. */
async function module() {
  const folder = writeBuild(pageBuild('orders', '/orders'));
  renameSync(path.join(folder, 'dist'), path.join(folder, 'finished'));
  mkdirSync(path.join(folder, 'src'));
  const write = (file: string, content: string) => writeFileSync(path.join(folder, file), content);
  write('webpack.config.mjs', WEBPACK_CONFIG);
  write('tsconfig.json', JSON.stringify({ compilerOptions: { strict: true, types: [], lib: ['ES2022'], target: 'ES2022', noEmit: true, skipLibCheck: true }, include: ['src'] }));
  write('src/total.ts', SOURCE);
  write('total.test.cjs', "test('adds up', () => expect(process.env.TOTAL).toBe('1'));");
  const store = path.join(newFolder(), 'releases');
  for (const build of [shellBuild(), authBuild()]) await seed(store, writeBuild(build));
  return { folder, write, inStore: (...args: string[]) => [...args, '--store', store] };
}

test('builds and checks types, says what failed or did not run, and requires it with --strict', async () => {
  const { folder, write, inStore } = await module();
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

test('a failed build, or one with errors in its types, leaves no build', async () => {
  const { folder, write, inStore } = await module();
  const built = await atrium(folder, ['build']);
  expect(built).toMatchObject({ code: 0, out: expect.stringMatching(/^Built orders [a-z2-7]{16}: 2 files, /) as string });

  write('src/total.ts', "export const total: number = 'one';\n");
  expect(await atrium(folder, ['build'])).toMatchObject({ code: 1, err: expect.stringMatching(/The types have errors:\nsrc\/total\.ts\(1,14\): error TS2322: /) as string });
  expect(existsSync(path.join(folder, 'dist/build.json'))).toBe(false);
  expect(await atriumJson(folder, inStore('check'))).toMatchObject({ code: 1, json: { error: { code: 'no-build' } } });

  write('src/total.ts', `${SOURCE}// broken\n`);
  expect(await atrium(folder, ['build'])).toMatchObject({ code: 1, err: expect.stringMatching(/The build failed:\n[^]*src\/total\.ts is broken\./) as string });
});

test.each(['dev', 'build', 'check', 'publish', 'verify'])('%s reports another major version of React in one sentence, before anything else', async (command) => {
  const folder = writeBuild(pageBuild('orders', '/orders'));
  for (const file of ['src/manifest.ts', 'src/module.ts', 'webpack.config.mjs', 'node_modules/react/package.json']) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), file.endsWith('.json') ? '{ "version": "18.3.1" }' : 'export const manifest = { name: "orders", routes: { list: "/orders" } };');
  }
  const options = command === 'check' || command === 'publish' ? ['--store', newFolder()] : [];
  expect(await atriumJson(folder, [command, ...options])).toMatchObject({
    code: 1,
    json: { error: { code: 'other-major', message: 'This module has react 18.3.1, but the site runs react 19. Run: npm install --save-dev react@19' } },
  });
});
