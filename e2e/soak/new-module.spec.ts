import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, mergeTests } from '@playwright/test';
import { packCreatePageModule } from '../../tools/packages/pack-create-page-module.ts';
import { packPageKit } from '../../tools/packages/pack-page-kit.ts';
import { outsideTest, type OutsideFolder } from '../src/fixtures/outside-test.ts';
import { copyPublishedBuilds } from '../src/site/published-builds.ts';
import { test as siteTest } from '../src/fixtures/site-test.ts';

const test = mergeTests(outsideTest, siteTest);

const INSTALL = 'npm install --prefer-offline --no-audit --no-fund';

async function expectDone(outside: OutsideFolder, command: string, below?: string): Promise<string> {
  const { code, output } = await outside.run(command, below);
  expect(code, `${command}\n${output}`).toBe(0);
  return output;
}

test('with only one file, a team creates a module that type-checks, passes its tests, builds, passes verify and can go live', async ({ outside, site }) => {
  // Two installations of page-kit.
  test.setTimeout(600_000);
  const tarball = path.basename(await packCreatePageModule(await packPageKit(path.join(outside.path, 'kit')), outside.path));
  const create = `npx --yes ./${tarball}`;
  const releases = path.join(outside.path, 'releases');
  await copyPublishedBuilds(releases);
  expect(await expectDone(outside, `${create} orders --store "${releases}"`)).toContain('Created the page module orders in orders:');
  // On Node 20, npm warns about supabase-js, which asks for a later one.
  expect((await expectDone(outside, INSTALL, 'orders')).split('\n').filter((line) => /warn/.test(line) && !/EBADENGINE|Unknown user config/.test(line))).toEqual([]);
  await expectDone(outside, 'npm run types', 'orders');
  expect(await expectDone(outside, 'npm test', 'orders')).toMatch(/Tests: +\d+ passed, \d+ total/);
  await expectDone(outside, 'npm run build', 'orders');
  expect(await expectDone(outside, `npm run verify -- --site ${site.url}`, 'orders')).toMatch(/^orders [a-z2-7]+ passed all \d+ checks in http/m);
  const large = await outside.run(`npm run verify -- --site ${site.url} --budget-kb 1`, 'orders');
  expect(large.code, large.output).toBe(1);
  expect(large.output).toMatch(/^fail {2}size: .*\n(?: {6}- .*\n)* {6}- \/orders: It loads \d+\.\d kB of the module, compressed; the budget is 1\.0 kB\.\n(?: {6}- .*\n)* {6}Fix: Import what the first view does not need later/m);
  expect(await expectDone(outside, `npx atrium check --store "${releases}"`, 'orders')).toMatch(/^orders [a-z2-7]+ may go live\.$/m);

  // The type checker knows the pages of the other modules, and the module's own pages are unchanged.
  await expectDone(outside, `npx atrium types --store "${releases}"`, 'orders');
  const pages = await readFile(path.join(outside.path, 'orders/site-pages.d.ts'), 'utf8');
  for (const page of ["'orders.item': { readonly id: string };", "'account.login'", "'workspace.board'"]) expect(pages).toContain(page);
  await expectDone(outside, 'npm run types', 'orders');

  // A module with an extension passes the same checks.
  await expectDone(outside, `${create} news --kind extension --store "${releases}"`);
  await expectDone(outside, INSTALL, 'news');
  await expectDone(outside, 'npm run types', 'news');
  expect(await expectDone(outside, 'npm test', 'news')).toMatch(/Tests: +1 passed, 1 total/);
  await expectDone(outside, 'npm run build', 'news');
  expect(await expectDone(outside, `npm run verify -- --site ${site.url}`, 'news')).toMatch(/^news [a-z2-7]+ passed all \d+ checks in http/m);
  // Everything that --strict requires has been recorded: the types by the build, the tests by the preset, and verify by itself.
  expect(await expectDone(outside, `npx atrium publish --dry-run --strict --store "${releases}"`, 'news')).toMatch(/^news [a-z2-7]+ may go live\.$/m);

  const taken = await outside.run(`${create} workspace --store "${releases}"`);
  expect([taken.code, taken.output]).toEqual([1, expect.stringContaining('The site already has a module workspace')]);
});
