import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { openDirectoryStore } from '../src/directory-store/directory-store.ts';
import type { Registry } from '../src/registry.ts';
import { releaseSetSchema } from '../src/release-set.ts';
import { resolveReleaseSet, type Resolution } from '../src/resolve.ts';
import { sealBuild } from '../src/seal.ts';
import { authFiles, folderOf, newFolder, pageFiles, passedTrial, shellFiles } from './build-folder.ts';

async function site() {
  const folder = await newFolder();
  const store = openDirectoryStore(folder);
  let registry: Registry | null = null;
  const ids: Record<string, string> = {};
  for (const files of [shellFiles(), authFiles(), pageFiles()]) {
    const sealed = await sealBuild(await folderOf(files));
    await store.putRelease(sealed, passedTrial);
    const { name, release } = sealed.manifest;
    ids[name] = release;
    const expectedRevision: number = registry?.revision ?? 0;
    ({ registry } = await store.move({ action: 'publish', name, release, expectedRevision, who: 'a', why: 'b' }));
  }
  async function resolved(): Promise<Resolution> {
    if (registry === null) throw new Error('nothing was moved');
    const fresh = openDirectoryStore(folder);
    return resolveReleaseSet(registry, fresh.readManifest.bind(fresh));
  }
  const manifestFile = (name: string): string => join(folder, 'files', name, `${ids[name] ?? ''}.json`);
  return { resolved, manifestFile, ids };
}

test('gives a browser what it needs of each live release, and no more', async () => {
  const { resolved, ids } = await site();
  const { releaseSet, problems } = await resolved();
  expect(problems).toEqual([]);
  expect(v.parse(releaseSetSchema, JSON.parse(JSON.stringify(releaseSet)))).toEqual(releaseSet);
  expect(releaseSet).toMatchObject({
    revision: 3,
    shell: { base: `/releases/shell/${ids['shell'] ?? ''}/`, initial: { scripts: ['main.js'] } },
    auth: { entry: 'remote.js', global: `atrium_auth_${ids['auth'] ?? ''}` },
    pages: [{ name: 'workspace', facts: { routes: { board: '/workspace/*' } } }],
  });
  expect(Object.keys(releaseSet?.pages[0]?.scripts ?? {})).toEqual(['module.js', 'parts/board.js', 'remote.js']);
  expect(Object.keys(releaseSet?.pages[0]?.styles ?? {})).toEqual(['module.css']);
});

test.each(['auth', 'workspace'])('goes on without %s when its manifest is lost or malformed, and reports it', async (name) => {
  const { resolved, manifestFile, ids } = await site();
  await writeFile(manifestFile(name), '<html>');
  const malformed = await resolved();
  await rm(manifestFile(name));
  const lost = await resolved();
  for (const { releaseSet, problems } of [malformed, lost]) {
    expect(problems).toMatchObject([{ remote: name, release: ids[name] }]);
    expect(releaseSet?.auth === null).toBe(name === 'auth');
    expect(releaseSet?.pages).toHaveLength(name === 'workspace' ? 0 : 1);
  }
});

test('there is no site without the shell', async () => {
  const { resolved, manifestFile } = await site();
  await rm(manifestFile('shell'));
  expect(await resolved()).toMatchObject({ releaseSet: null, problems: [{ remote: 'shell' }] });
});
