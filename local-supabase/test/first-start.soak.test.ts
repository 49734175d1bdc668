import { readdir } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Backend, migrationsDirectory, PASSWORD, run, temporaryDirectory } from './backend.ts';

jest.setTimeout(300_000);

let directory: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ directory, remove } = await temporaryDirectory());
});
afterEach(() => remove());

/** Stages of a first start, recognised by the contents of the data directory. */
const stages: [string, (names: string[]) => boolean][] = [
  ['when the directory is taken', (names) => names.includes('lock')],
  ['when the cluster is begun', (names) => names.some((name) => name.startsWith('database.unfinished-'))],
  ['when much of the cluster is written', (names) => names.some((name) => /^database\.unfinished-[^/]*\/pg_wal\/\w{24}$/.test(name))],
  ['when the cluster has moved to its place', (names) => names.includes('database')],
];

async function namesIn(place: string): Promise<string[]> {
  try {
    return await readdir(place, { recursive: true });
  } catch {
    // Directories appear and disappear while the backend runs.
    return [];
  }
}

test.each(stages)('a first start killed %s leaves a directory that starts', async (_stage, reached) => {
  const first = run(['start', '--port', '0', '--inbox-port', '0', '--data-dir', directory, '--migrations', migrationsDirectory]);
  let isOver = false;
  void first.ended.then(() => {
    isOver = true;
  });
  while (!isOver && !reached(await namesIn(directory))) await setImmediate();
  expect(isOver).toBe(false);
  first.process.kill('SIGKILL');
  await first.ended;

  const backend = await Backend.start('--data-dir', directory, '--migrations', migrationsDirectory);
  expect((await backend.client().auth.signUp({ email: 'first@example.com', password: PASSWORD })).error).toBeNull();
  await backend.stop();
  expect((await readdir(directory)).sort()).toEqual(['database', 'storage']);
});
