import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Backend, BackendProcess, migrationsDirectory, PASSWORD, temporaryDirectory } from './backend.ts';

jest.setTimeout(300_000);

let directory: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ directory, remove } = await temporaryDirectory());
});
afterEach(() => remove());

/** Opens the directory in the host process of the test worker, which costs half as much as a process of its own. */
function open(): Promise<Backend> {
  return Backend.start('--data-dir', directory, '--migrations', migrationsDirectory);
}

test('sessions, mails and signing keys survive a restart', async () => {
  const before = await open();
  const client = before.client();
  const { data } = await client.auth.signUp({ email: 'stay@example.com', password: PASSWORD });
  await client.auth.resetPasswordForEmail('stay@example.com');
  const message = await before.newestMessage('stay@example.com');
  await before.stop();

  const after = await open();
  const { data: user, error } = await after.client().auth.getUser(data.session?.access_token);
  expect([error, user.user?.email]).toEqual([null, 'stay@example.com']);
  expect((await after.client().auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' })).error).toBeNull();
  expect(await after.newestMessage('stay@example.com')).toEqual(message);
  await after.stop();
});

test('a running process keeps its directory locked; a killed one does not, and what it acknowledged stays', async () => {
  const holder = await BackendProcess.run(['--data-dir', directory, '--migrations', migrationsDirectory]);
  const writer = holder.client();
  expect((await writer.auth.signUp({ email: 'writer@example.com', password: PASSWORD })).error).toBeNull();
  // One line: command.test.ts expects that the command prints the message and nothing else.
  await expect(open()).rejects.toThrow(new RegExp(`^[^\\n]*in use by another local-supabase \\(process ${String(holder.running.process.pid)}\\)[^\\n]*$`));
  expect((await writer.from('workspace_notes').insert({ title: 'acknowledged' })).error).toBeNull();
  await holder.kill();
  expect(await readdir(directory)).toContain('lock');

  const next = await open();
  const reader = next.client();
  expect((await reader.auth.signInWithPassword({ email: 'writer@example.com', password: PASSWORD })).error).toBeNull();
  expect((await reader.from('workspace_notes').select('title')).data).toEqual([{ title: 'acknowledged' }]);
  await next.stop();
});
