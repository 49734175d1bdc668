import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BackendProcess } from '../backend.ts';
import { join, startStorageProject } from './backend.ts';
import type { Person, StorageProject } from './backend.ts';

let project: StorageProject;
let running: BackendProcess;
let ann: Person;
beforeAll(async () => {
  // Writing the row of an object named "stuck" never ends. Its bytes are already stored then.
  const sql = `
    create function public.get_stuck() returns trigger language plpgsql as $$ begin loop end loop; end $$;
    create trigger get_stuck before insert on storage.objects for each row when (new.name like '%/stuck' and new.version <> '1')
      execute function public.get_stuck();
  `;
  project = await startStorageProject(sql, async (args) => (running = await BackendProcess.run(args)));
  ann = await join(project.backend, 'ann', 'room');
});
afterAll(() => project.stop());

const files = (): ReturnType<Person['client']['storage']['from']> => ann.client.storage.from('files');
const stored = (): Promise<string[]> => readdir(path.join(project.directory, 'objects'));

test('a read during replacements returns one complete file', async () => {
  const content = (round: number): string => String(round % 10).repeat(100_000 + round);
  await files().upload('room/changing', content(0));
  const writing = (async () => {
    for (let round = 1; round <= 25; round += 1) await files().update('room/changing', new Blob([content(round)]));
  })();
  const reading = Array.from({ length: 4 }, async () => {
    for (let round = 0; round < 15; round += 1) {
      const { data, error } = await files().download('room/changing');
      expect(error).toBeNull();
      const text = (await data?.text()) ?? '';
      expect(text).toBe(content(text.length - 100_000));
    }
  });
  await Promise.all([writing, ...reading]);
});

test('a kill between writing the bytes and the row leaves neither, and removes nothing else', async () => {
  await files().upload('room/before', 'before');
  const before = new Set(await stored());
  const pending = files().upload('room/stuck', 'stuck');
  let orphan: string | undefined;
  while (orphan === undefined) {
    await setImmediate();
    orphan = (await stored()).find((name) => !before.has(name));
  }
  await running.kill();
  expect((await pending).error).not.toBeNull();

  const backend = await project.start();
  expect([(await stored()).includes(orphan), await readdir(path.join(project.directory, 'unfinished'))]).toEqual([false, []]);
  const admin = backend.admin().storage.from('files');
  expect((await admin.exists('room/stuck')).data).toBe(false);
  expect(await (await admin.download('room/before')).data?.text()).toBe('before');
});
