/** @jest-environment node */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newFolder, pageBuild, writeBuild } from '../support/small-build.ts';
import { quickModule, SOURCE } from './quick-module.ts';
import { atrium, atriumJson } from '../command/run-command.ts';

jest.setTimeout(120_000);

test('a failed build, or one with errors in its types, leaves no build', async () => {
  const { folder, write, inStore } = await quickModule();
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
