/** @jest-environment node */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newFolder, pageBuild, shellBuild, writeBuild } from '../support/small-build.ts';
import { atrium, atriumJson } from './run-command.ts';
import { seed } from './seed.ts';

jest.setTimeout(60_000);

let store: string;

beforeAll(async () => {
  store = path.join(newFolder(), 'releases');
  for (const build of [shellBuild(), pageBuild('orders', '/orders/:order/lines/:line'), pageBuild('sales', '/sales/*')]) await seed(store, writeBuild(build));
});

function pagesIn(folder: string): string[] {
  return readFileSync(path.join(folder, 'site-pages.d.ts'), 'utf8').split('\n').filter((line) => /^ {4}'/.test(line)).map((line) => line.trim());
}

test('declares the pages of the site with their parameters, and changes nothing in a second run', async () => {
  const folder = newFolder();
  expect(await atriumJson(folder, ['types', '--store', store])).toMatchObject({ code: 0, json: { pages: 2, changed: true, file: path.join(folder, 'site-pages.d.ts') } });
  expect(pagesIn(folder)).toEqual([
    expect.stringMatching(/^'orders\.\w+': \{ readonly order: string; readonly line: string \};$/),
    expect.stringMatching(/^'sales\.\w+': \{ readonly '\*'\?: string \};$/),
  ]);
  expect(await atriumJson(folder, ['types', '--store', store])).toMatchObject({ code: 0, json: { changed: false } });
});

test('takes the module’s own pages from its manifest, not from its live release', async () => {
  const folder = newFolder();
  mkdirSync(path.join(folder, 'src'));
  const manifest = path.join(folder, 'src/manifest.ts');
  writeFileSync(manifest, "export const manifest = { name: 'orders', routes: { all: '/orders' } };");
  expect(await atrium(folder, ['types', '--store', store])).toMatchObject({ code: 0 });
  expect(pagesIn(folder)).toEqual(["'orders.all': Record<never, string>;", expect.stringMatching(/^'sales\./)]);
  writeFileSync(manifest, 'export const manifest = {');
  expect(await atriumJson(folder, ['types', '--store', store])).toMatchObject({ code: 1, json: { error: { code: 'bad-module-manifest' } } });
});

test('requires a site or a folder of releases', async () => {
  expect(await atriumJson(newFolder(), ['types'])).toMatchObject({ code: 1, json: { error: { code: 'no-store' } } });
});

test('reports an unreachable site, without asking for a token', async () => {
  const { code, err } = await atrium(newFolder(), ['types', '--site', 'http://127.0.0.1:9']);
  expect([code, err]).toEqual([1, expect.stringContaining('127.0.0.1:9')]);
  expect(err).not.toContain('ATRIUM_TOKEN');
});
