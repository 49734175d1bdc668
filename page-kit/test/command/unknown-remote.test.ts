/** @jest-environment node */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { authBuild, newFolder, pageBuild, shellBuild, writeBuild } from '../support/small-build.ts';
import { atrium, atriumJson } from './run-command.ts';
import { seed } from './seed.ts';

jest.setTimeout(60_000);

const COMMANDS = [['status'], ['retire'], ['retire', '--dry-run'], ['rollback'], ['rollback', '--dry-run']];

/** The arguments of a command for a remote. */
const argumentsFor = ([command = '', ...more]: readonly string[], name: string, store: string) => [command, name, ...more, '--store', store];

test.each(['nosuch', 'constructor', 'toString', '__proto__'])('%s is an unknown remote', async (name) => {
  const store = path.join(newFolder(), 'releases');
  for (const build of [shellBuild(), authBuild(), pageBuild('orders', '/orders')]) await seed(store, writeBuild(build));
  for (const words of COMMANDS) {
    const { code, json } = await atriumJson(newFolder(), argumentsFor(words, name, store));
    expect([words, code, json]).toEqual([words, 1, {
      ok: false, command: words[0], error: { code: 'unknown-remote', message: `No remote is called ${name}. Run atrium status to list all remotes.` },
    }]);
  }
});

test.each([['status'], ['history'], ['gc'], ['token', 'list']])('%s %s of a folder that does not exist is an error', async (...words) => {
  const store = path.join(newFolder(), 'releases');
  expect(await atrium(newFolder(), [...words, '--store', store])).toMatchObject({
    code: 1, out: '', err: `No releases found: the folder ${store} does not exist. Correct --store or ATRIUM_STORE.\n`,
  });
});

test('before the first publish, every remote is unknown and the list is empty', async () => {
  const store = path.join(newFolder(), 'releases');
  mkdirSync(store);
  expect(await atriumJson(newFolder(), ['status', 'orders', '--store', store])).toMatchObject({ code: 1, json: { error: { code: 'unknown-remote' } } });
  expect(await atrium(newFolder(), ['status', '--store', store])).toMatchObject({ code: 0, out: 'Nothing is published yet. Publish the shell first.\n' });
});

test('--after the last remote prints that no more follow, not that none exist', async () => {
  const store = path.join(newFolder(), 'releases');
  await seed(store, writeBuild(shellBuild()));
  expect(await atrium(newFolder(), ['status', '--after', 'shell', '--store', store])).toMatchObject({ code: 0, out: 'There are no more remotes.\n' });
});

test('reports a damaged registry instead of an unknown remote', async () => {
  const store = path.join(newFolder(), 'releases');
  mkdirSync(store, { recursive: true });
  writeFileSync(path.join(store, 'registry.json'), '{');
  for (const words of COMMANDS) {
    expect(await atriumJson(newFolder(), argumentsFor(words, 'orders', store))).toMatchObject({ code: 1, json: { error: { code: 'registry-unreadable' } } });
  }
});
