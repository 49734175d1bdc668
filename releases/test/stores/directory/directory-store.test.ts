import { cp, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDirectoryStore } from '../../../src/stores/directory/directory-store.ts';
import { LogUnreadableError, RegistryUnreadableError, ReleaseConflictError, TeamBookError } from '../../../src/model/store-errors.ts';
import { newFolder, pageFiles, passedSmokeTest, shellFiles } from '../../support/builds.ts';
import { testStoreContract } from '../contract/store-contract.ts';
import { published, remarks, rolledBack, sealed, stored, workspaceFiles } from '../../support/publish.ts';

testStoreContract(async () => openDirectoryStore(await newFolder()));

test('two instances share one store', async () => {
  const folder = await newFolder();
  const { registry } = await published(openDirectoryStore(folder), workspaceFiles(1));
  expect(await openDirectoryStore(folder).readRegistry()).toEqual({ status: 'ok', registry });
});

describe('damaged data', () => {
  test('does not accept a changed file as the release, and keeps it for inspection', async () => {
    const folder = await newFolder();
    const release = await sealed();
    const { name, release: id } = release.manifest;
    await openDirectoryStore(folder).putRelease(release, passedSmokeTest);
    await writeFile(join(folder, 'files', name, id, 'module.js'), 'other');
    const again = openDirectoryStore(folder).putRelease(release, passedSmokeTest);
    await expect(again).rejects.toBeInstanceOf(ReleaseConflictError);
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });

  test('does not serve a file on disk that the manifest does not list', async () => {
    const folder = await newFolder();
    const store = openDirectoryStore(folder);
    const { name, release } = await stored(store, pageFiles());
    await writeFile(join(folder, 'files', name, release, 'planted.js'), 'x');
    for (const path of ['planted.js', 'module.js.br', `../${release}.json`, 'parts', 'toString', '']) {
      expect(await store.releaseFile(name, release, path)).toBeNull();
    }
  });

  test('reports a malformed manifest, and one of another release', async () => {
    const folder = await newFolder();
    const { name, release } = await stored(openDirectoryStore(folder), pageFiles());
    const file = join(folder, 'files', name, `${release}.json`);
    await writeFile(join(folder, 'files', name, 'aaaaaaaaaaaaaaaa.json'), await readFile(file));
    const manifest: unknown = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...(manifest as object), getPublicPath: 'x' }));
    const store = openDirectoryStore(folder);
    const { status, problem } = { problem: '', ...(await store.readManifest(name, release)) };
    expect([status, problem]).toEqual(['malformed', expect.stringContaining('getPublicPath')]);
    expect((await store.readManifest(name, 'aaaaaaaaaaaaaaaa')).status).toBe('malformed');
    expect(await store.check({ name, release })).toMatchObject({ findings: [{ check: 'stored' }] });
  });

  test.each([
    ['no JSON', '{'],
    ['an unknown schema', '{"schema":4,"revision":0,"remotes":{}}'],
    ['an unknown key', '{"schema":2,"revision":0,"remotes":{},"x":1}'],
    ['a release of a wrong form', '{"schema":2,"revision":1,"remotes":{"shell":{"kind":"shell","live":"../x","previous":null}}}'],
    ['nothing in it', ''],
  ])('a registry with %s is malformed, and no move overwrites it', async (_what, text) => {
    const folder = await newFolder();
    await writeFile(join(folder, 'registry.json'), text);
    const store = openDirectoryStore(folder);
    expect((await store.readRegistry()).status).toBe('malformed');
    const id = await stored(store, shellFiles());
    const move = { action: 'publish' as const, ...id, expectedRevision: 0, ...remarks };
    await expect(store.move(move)).rejects.toBeInstanceOf(RegistryUnreadableError);
    await expect(store.check(id)).rejects.toBeInstanceOf(RegistryUnreadableError);
    await expect(store.collectGarbage({ olderThanDays: 0, dryRun: false })).rejects.toBeInstanceOf(RegistryUnreadableError);
    expect(await readFile(join(folder, 'registry.json'), 'utf8')).toBe(text);
  });

  test('does not start a new registry over an existing log, and removes no release', async () => {
    const folder = await newFolder();
    const store = openDirectoryStore(folder);
    for (const number of [1, 2, 3]) await published(store, workspaceFiles(number));
    const log = await store.readLog({ limit: 9 });
    const file = join(folder, 'registry.json');
    const text = await readFile(file, 'utf8');
    await rm(file);
    expect(await store.readRegistry()).toEqual({ status: 'malformed', problem: 'it is missing, but its log has moves' });
    const id = await stored(store, shellFiles());
    const moving = store.move({ action: 'publish', ...id, expectedRevision: 0, ...remarks });
    await expect(moving).rejects.toBeInstanceOf(RegistryUnreadableError);
    await expect(moving).rejects.toThrow(/Restore it from a backup: the file registry\.json.*log/);
    await expect(store.readLog({ limit: 9 })).rejects.toBeInstanceOf(RegistryUnreadableError);
    await expect(store.collectGarbage({ olderThanDays: 0, dryRun: false })).rejects.toBeInstanceOf(RegistryUnreadableError);
    expect(await readdir(folder)).not.toContain('registry.json');
    await writeFile(file, text);
    expect(await store.readLog({ limit: 9 })).toEqual(log);
  });

  test('names an unreadable log entry, which does not stop a rollback', async () => {
    const folder = await newFolder();
    const store = openDirectoryStore(folder);
    for (const number of [1, 2, 3]) await published(store, workspaceFiles(number));
    await writeFile(join(folder, 'log', '2.json'), '{');
    await expect(store.readLog({ limit: 5 })).rejects.toBeInstanceOf(LogUnreadableError);
    await expect(store.readLog({ limit: 5 })).rejects.toThrow('Entry 2');
    expect((await rolledBack(store, 'workspace')).registry.remotes['workspace']?.previous).toBeNull();
    await expect(store.collectGarbage({ olderThanDays: 0, dryRun: false })).rejects.toBeInstanceOf(LogUnreadableError);
  });

  test('rejects every token if teams.json is malformed', async () => {
    const folder = await newFolder();
    const { teams } = openDirectoryStore(folder);
    const text = await teams.createToken({ team: 'orders', remotes: ['*'] });
    await writeFile(join(folder, 'teams.json'), '{');
    await expect(teams.teamOfToken(text)).rejects.toBeInstanceOf(TeamBookError);
  });
});

describe('after a killed process', () => {
  test('removes files without a manifest and unfinished writes', async () => {
    const folder = await newFolder();
    const release = await sealed();
    const { name, release: id } = release.manifest;
    await openDirectoryStore(folder).putRelease(release, passedSmokeTest);
    await rm(join(folder, 'files', name, `${id}.json`));
    const leftover = join(folder, 'incoming', 'leftover');
    await mkdir(leftover);
    await utimes(leftover, 0, 0);
    const store = openDirectoryStore(folder);
    expect(await store.readManifest(name, id)).toEqual({ status: 'missing' });
    expect(await store.putRelease(release, passedSmokeTest)).toBe('stored');
    expect((await store.readManifest(name, id)).status).toBe('ok');
    await store.putRelease(await sealed(shellFiles()), passedSmokeTest);
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
    await rm(join(folder, 'files', name, `${id}.json`));
    await writeFile(join(folder, 'files', name, `${id}.json.01234567-89ab-cdef-0123-456789abcdef.new`), '{');
    await store.collectGarbage({ olderThanDays: 1, dryRun: false });
    expect(await readdir(join(folder, 'files', name))).toEqual([]);
  });

  test('overwrites the log entry of an unfinished first move', async () => {
    const folder = await newFolder();
    const store = openDirectoryStore(folder);
    await published(store, workspaceFiles(1));
    await rm(join(folder, 'registry.json'));
    expect(await store.readRegistry()).toEqual({ status: 'missing' });
    const { entry } = await published(store, workspaceFiles(2));
    expect(await store.readLog({ limit: 9 })).toEqual([entry]);
  });

  test('ignores the log entry of an unfinished move, and the next move overwrites it', async () => {
    const folder = await newFolder();
    const store = openDirectoryStore(folder);
    const one = await published(store, workspaceFiles(1));
    await cp(join(folder, 'log', '1.json'), join(folder, 'log', '2.json'));
    expect(await store.readLog({ limit: 9 })).toEqual([one.entry]);
    const two = await published(store, workspaceFiles(2));
    expect(await store.readLog({ limit: 9 })).toEqual([two.entry, one.entry]);
  });
});

test('stores only the hash of a token', async () => {
  const folder = await newFolder();
  const text = await openDirectoryStore(folder).teams.createToken({ team: 'orders', remotes: ['*'] });
  expect(await readFile(join(folder, 'teams.json'), 'utf8')).not.toContain(text.split('_')[2]);
});

test('reads a registry in the first format, with its history as the log', async () => {
  const folder = await newFolder();
  const store = openDirectoryStore(folder);
  const [one, two] = [await stored(store, workspaceFiles(1)), await stored(store, workspaceFiles(2))];
  const shell = await stored(store, shellFiles());
  const move = (release: string, minute: number) => ({ release, when: `2026-11-20T12:0${minute}:00.000Z`, who: 'Ann', why: 'so' });
  const remotes = {
    workspace: { kind: 'page-module', live: two.release, previous: one.release, history: [move(one.release, 1), move(two.release, 3)] },
    shell: { kind: 'shell', live: shell.release, previous: null, history: [move(shell.release, 2)] },
  };
  await writeFile(join(folder, 'registry.json'), JSON.stringify({ schema: 1, revision: 3, remotes }));
  const log = [
    { revision: 3, name: 'workspace', release: two.release, replaced: one.release, action: 'publish' },
    { revision: 2, name: 'shell', release: shell.release, replaced: null },
    { revision: 1, name: 'workspace', release: one.release, replaced: null },
  ];
  expect(await store.readLog({ limit: 9 })).toMatchObject(log);
  const { entry, registry } = await rolledBack(store, 'workspace');
  expect(registry).toMatchObject({ schema: 3, revision: 4, remotes: { workspace: { live: one.release }, shell: { live: shell.release } } });
  expect(await openDirectoryStore(folder).readLog({ limit: 9 })).toMatchObject([entry, ...log]);
});

test('garbage is what the log shows as unused for long enough', async () => {
  const folder = await newFolder();
  const store = openDirectoryStore(folder);
  const releases = [];
  for (const number of [1, 2, 3, 4, 5]) releases.push((await published(store, workspaceFiles(number))).release);
  const day = 24 * 60 * 60 * 1000;
  for (const [index, age] of [9, 7, 4, 2, 1].entries()) {
    const then = new Date(Date.now() - age * day);
    await utimes(join(folder, 'files', 'workspace', `${releases[index] ?? ''}.json`), then, then);
    const file = join(folder, 'log', `${index + 1}.json`);
    const entry: unknown = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...(entry as object), when: then.toISOString() }));
  }
  const removed = async (olderThanDays: number) =>
    (await store.collectGarbage({ olderThanDays, dryRun: true })).removed.map(({ release }) => release).sort();
  // Three days ago, the third was live and the second previous. The first had been unused for a day.
  expect(await removed(3)).toEqual([releases[0]]);
  expect(await removed(1.5)).toEqual([releases[0], releases[1]].sort());
  expect(await removed(5)).toEqual([]);
  // Storing an old release again restarts its age.
  await stored(openDirectoryStore(folder), workspaceFiles(1));
  expect(await removed(3)).toEqual([]);
});

test('publishing an old build during garbage collection never loses it', async () => {
  const folder = await newFolder();
  const builds = [1, 2, 3].map(workspaceFiles);
  for (const build of builds) await published(openDirectoryStore(folder), build);
  for (let round = 0; round < 9; round += 1) {
    const files = builds[round % 3] ?? {};
    const { name, release } = (await sealed(files)).manifest;
    // Live two moves ago, but long ago: its log entry is as old as its manifest.
    await writeFile(join(folder, 'registry.json'), JSON.stringify({ schema: 2, revision: 0, remotes: {} }));
    await utimes(join(folder, 'files', name, `${release}.json`), 0, 0);
    const collecting = openDirectoryStore(folder).collectGarbage({ olderThanDays: 1, dryRun: false });
    const { registry } = await published(openDirectoryStore(folder), files);
    await collecting;
    expect(registry.remotes[name]?.live).toBe(release);
    expect((await openDirectoryStore(folder).readManifest(name, release)).status).toBe('ok');
    expect(await openDirectoryStore(folder).releaseFile(name, release, 'module.js')).not.toBeNull();
  }
});
