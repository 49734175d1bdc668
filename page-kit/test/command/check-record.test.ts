/** @jest-environment node */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { digestOfSources, isBuildOutdated, recordBuild, recordResult, unpassedChecks } from '../../src/command/build/check-record.ts';

const RELEASE = 'a2b3c4d5e6f7g2h3';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-checks-'));
  await mkdir(path.join(folder, 'dist'));
  await writeFile(path.join(folder, 'package.json'), '{}');
});

afterEach(() => rm(folder, { recursive: true }));

test('records the results of checks that end at the same time', async () => {
  const sources = await digestOfSources(folder);
  await Promise.all([
    recordBuild(folder, sources),
    recordResult(folder, 'types', sources, true),
    recordResult(folder, 'tests', sources, false),
    recordResult(folder, 'verify', RELEASE, true),
  ]);
  expect(await unpassedChecks(folder, RELEASE)).toEqual({ failed: ['tests'], notRun: [] });
  await writeFile(path.join(folder, 'package.json'), '{ "name": "orders" }');
  expect(await unpassedChecks(folder, RELEASE)).toEqual({ failed: [], notRun: ['types', 'tests'] });
  expect(await isBuildOutdated(folder)).toBe(true);
  await writeFile(path.join(folder, 'dist', 'build.json'), '{ "entry": "entry.webpack.js" }');
  expect(await isBuildOutdated(folder)).toBe(false);
});
