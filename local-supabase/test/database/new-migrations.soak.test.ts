import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { BackendProcess, PASSWORD, temporaryDirectory } from '../backend.ts';

test('a failed migration is the first script of the session, or ends its transaction itself, and the corrected one runs', async () => {
  const { directory, remove } = await temporaryDirectory();
  const migrations = path.join(directory, 'migrations');
  await mkdir(migrations);
  const args = ['--data-dir', path.join(directory, 'data'), '--migrations', migrations];
  await (await BackendProcess.run(args)).stop();
  const second = await BackendProcess.run(args);
  const run = (): Promise<unknown> => new Promise((resolve) => {
    second.running.process.once('message', resolve);
    second.running.process.send({ type: 'migrate' });
  });
  const file = path.join(migrations, '1_late.sql');
  for (const broken of ['create tabel public.late (id int);', 'create table public.early (id int); commit; select 1 / 0;']) {
    await writeFile(file, broken);
    expect(await run()).toMatchObject({ type: 'refused' });
  }
  await writeFile(file, 'create table public.late (id int);');
  expect(await run()).toEqual({ type: 'migrated', files: [file] });
  expect((await second.client().auth.signUp({ email: 'ada@example.com', password: PASSWORD })).error).toBeNull();
  await second.stop();
  await remove();
});
