/** @jest-environment node */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newFolder, pageBuild, writeBuild } from '../support/small-build.ts';
import { quickModule, SOURCE } from './quick-module.ts';
import { atrium, atriumJson } from '../command/run-command.ts';

jest.setTimeout(120_000);

const MANIFEST = 'export const manifest = { name: "orders", routes: { list: "/orders" } };';
const STORE = ['--store', newFolder()];

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

test.each(['dev', 'build', 'check', 'publish', 'preview', 'canary', 'verify'])('%s reports other major versions of React or the router in one sentence, before anything else', async (command) => {
  const folder = writeBuild(pageBuild('orders', '/orders'));
  const sources = ['src/manifest.ts', 'src/module.ts', 'webpack.config.mjs'].map((file) => [file, MANIFEST] as const);
  const installed = [['react', '18.3.1'], ['react-router-dom', '6.30.1']].map(([name, version]) => [`node_modules/${name}/package.json`, `{ "version": "${version}" }`] as const);
  for (const [file, text] of [...sources, ...installed]) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const options: Readonly<Record<string, readonly string[]>> = { check: STORE, publish: STORE, canary: [...STORE, '--percent', '5'], preview: ['--site', 'http://localhost:9'] };
  expect(await atriumJson(folder, [command, ...(options[command] ?? [])], { ATRIUM_TOKEN: `atrium_newtoken_${'a'.repeat(32)}` })).toMatchObject({
    code: 1,
    json: { error: { code: 'other-major', message: 'This module has react 18.3.1 and react-router-dom 6.30.1, but the site runs react 19 and react-router-dom 7. Run: npm install --save-dev react@19 react-router-dom@7' } },
  });
});
