import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tally } from '../../../src/health/health-book.ts';
import { HealthFile } from '../../../src/stores/directory/health-file.ts';
import { StorePaths } from '../../../src/stores/directory/store-paths.ts';
import { newFolder } from '../../support/builds.ts';

const RELEASE = 'abcdefgh234567ab';
const DAY_IN_MILLISECONDS = 24 * 60 * 60 * 1000;

const TIMINGS: Tally['timings'] = [{ measure: 'load', bucket: 3, visitors: 1 }];

/** A health file with a manual clock. */
async function newHealthFile() {
  const folder = await newFolder();
  const clock = { now: Date.UTC(2026, 10, 21, 12) };
  const errors: Error[] = [];
  const open = () => new HealthFile(new StorePaths(folder), (error) => errors.push(error), () => clock.now);
  const report = (name: string, timings: Tally['timings'] = []) =>
    open().add([{ name, release: RELEASE, minute: Math.floor(clock.now / 60_000), shown: 1, failed: [], errors: 0, timings }]);
  return { file: join(folder, 'health', 'book.json'), clock, errors, open, report };
}

test('reports a damaged file and restarts the counts', async () => {
  const { file, errors, open, report } = await newHealthFile();
  await report('orders');
  await writeFile(file, '{"schema":1');
  expect(await open().read()).toEqual([]);
  await report('carts');
  expect((await open().read()).map(({ name }) => name)).toEqual(['carts']);
  expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('book.json is damaged'), expect.stringContaining('starts again without earlier reports')]);
});

test('keeps the counts of a file that an older version wrote', async () => {
  const { file, clock, errors, open, report } = await newHealthFile();
  const salt = await open().salt();
  await report('orders');
  const health = await open().read();
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('"lastReportMinute":', '"told":'));
  expect(await readFile(file, 'utf8')).toContain(`"told":${Math.floor(clock.now / 60_000)}`);
  expect(await open().read()).toEqual(health);
  expect(await open().salt()).toBe(salt);
  await report('orders');
  expect(await open().read()).toMatchObject([{ name: 'orders', recent: { shown: 2 } }]);
  expect(await readFile(file, 'utf8')).not.toContain('told');
  expect(errors).toEqual([]);
});

test('keeps timings out of the file that older servers read', async () => {
  const { file, errors, open, report } = await newHealthFile();
  await report('orders');
  const before = await readFile(file, 'utf8');
  await report('orders', TIMINGS);
  await report('orders', TIMINGS);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(before.replaceAll('"shown":1', '"shown":3')));
  expect(await open().timings()).toEqual([{ name: 'orders', release: RELEASE, timings: [{ measure: 'load', bucket: 3, visitors: 2 }] }]);
  await writeFile(join(file, '..', 'timings.json'), '{"schema":1');
  await report('orders', TIMINGS);
  expect(await open().read()).toMatchObject([{ recent: { shown: 4 } }]);
  expect(await open().timings()).toEqual([{ name: 'orders', release: RELEASE, timings: TIMINGS }]);
  expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('timings.json is damaged')]);
});

test('forgets a release after two days without reports', async () => {
  const { file, clock, open, report } = await newHealthFile();
  await report('orders', TIMINGS);
  clock.now += DAY_IN_MILLISECONDS;
  await report('carts', TIMINGS);
  clock.now += DAY_IN_MILLISECONDS;
  await open().add([]);
  expect((await open().read()).map(({ name }) => name)).toEqual(['carts']);
  expect((await open().timings()).map(({ name }) => name)).toEqual(['carts']);
  await report('carts', TIMINGS);
  expect(await readFile(join(file, '..', 'timings.json'), 'utf8')).not.toContain('orders');
});

test('limits the number of releases', async () => {
  const { file, open } = await newHealthFile();
  const minute = Math.floor(Date.UTC(2026, 10, 21, 12) / 60_000);
  const tallies = Array.from({ length: 1500 }, (_, index) => ({ name: `module-${index}`, release: RELEASE, minute, shown: 1, failed: [], errors: 0, timings: [] }));
  await open().add(tallies);
  expect(await open().read()).toHaveLength(1000);
  expect((await readFile(file)).length).toBeLessThan(400_000);
});

test('changes the salt each day and removes the old one', async () => {
  const { file, clock, open } = await newHealthFile();
  const first = await open().salt();
  expect(await open().salt()).toBe(first);
  clock.now += DAY_IN_MILLISECONDS;
  const second = await open().salt();
  expect(second).not.toBe(first);
  expect(await readFile(file, 'utf8')).not.toContain(first);
});

test('removes temporary files of a killed process', async () => {
  const { file, open } = await newHealthFile();
  await open().add([]);
  const leftover = `${file}.01234567-89ab-cdef-0123-456789abcdef.new`;
  await writeFile(leftover, '{');
  await utimes(leftover, 0, 0);
  await open().add([]);
  expect((await readdir(join(file, '..'))).sort()).toEqual(['book.json', 'locks']);
});
