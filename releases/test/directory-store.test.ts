import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { openDirectoryStore } from '../src/directory-store/directory-store.ts';
import { sealBuild, type SealedRelease } from '../src/seal.ts';
import {
  InvalidReleaseError,
  MoveRefusedError,
  RegistryUnreadableError,
  RevisionMismatchError,
} from '../src/store-errors.ts';
import { authFiles, folderOf, newFolder, otherPageFiles, pageBuild, pageFiles, passedTrial, shellFiles } from './build-folder.ts';

async function sealed(files: Readonly<Record<string, string | Buffer>> = pageFiles()): Promise<SealedRelease> {
  return sealBuild(await folderOf(files));
}

const remarks = { action: 'publish' as const, who: 'team@site', why: 'a test' };

describe('putRelease', () => {
  test('keeps every file and the manifest', async () => {
    const store = openDirectoryStore(await newFolder());
    const release = await sealed();
    const { name, release: id } = release.manifest;
    expect(await store.putRelease(release, passedTrial)).toBe('stored');
    expect(await store.readManifest(name, id)).toEqual({ status: 'ok', manifest: release.manifest });
    for (const [path, content] of release.files) {
      const integrity = release.manifest.files[path]?.integrity;
      expect(await store.releaseFile(name, id, path)).toEqual({ content, encoding: 'identity', integrity });
    }
  });

  test('keeps compressed copies of texts that shrink, and gives the one that the reader prefers', async () => {
    const store = openDirectoryStore(await newFolder());
    const release = await sealed();
    await store.putRelease(release, passedTrial);
    const { name, release: id } = release.manifest;
    const br = await store.releaseFile(name, id, 'module.js', ['br', 'gzip']);
    const gz = await store.releaseFile(name, id, 'module.js', ['gzip']);
    const plain = release.files.get('module.js');
    expect(br?.encoding).toBe('br');
    expect(brotliDecompressSync(br?.content ?? '')).toEqual(plain);
    expect(gz?.encoding).toBe('gzip');
    expect(gunzipSync(gz?.content ?? '')).toEqual(plain);
    expect((await store.releaseFile(name, id, 'dot.png', ['br', 'gzip']))?.encoding).toBe('identity');
  });

  test('does nothing for the same bytes, also when many store them at once', async () => {
    const folder = await newFolder();
    const release = await sealed();
    const results = await Promise.all([1, 2, 3, 4].map(() => openDirectoryStore(folder).putRelease(release, passedTrial)));
    expect(results).toContain('stored');
    expect(await openDirectoryStore(folder).putRelease(release, passedTrial)).toBe('already-there');
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });

  test('refuses other bytes under one id, and keeps the first', async () => {
    const store = openDirectoryStore(await newFolder());
    const release = await sealed();
    const { name, release: id } = release.manifest;
    await store.putRelease(release, passedTrial);
    const files = new Map(release.files).set('module.js', Buffer.from('other'));
    await expect(store.putRelease({ manifest: release.manifest, files }, passedTrial)).rejects.toBeInstanceOf(InvalidReleaseError);
    const manifest = { ...release.manifest, federation: '9.9.9' };
    await expect(store.putRelease({ manifest, files: release.files }, passedTrial)).rejects.toBeInstanceOf(InvalidReleaseError);
    expect((await store.releaseFile(name, id, 'module.js'))?.content).toEqual(release.files.get('module.js'));
  });

  test('goes on where a killed process stopped: files without a manifest, leftovers of a write', async () => {
    const folder = await newFolder();
    const release = await sealed();
    const { name, release: id } = release.manifest;
    await openDirectoryStore(folder).putRelease(release, passedTrial);
    await rm(join(folder, 'files', name, `${id}.json`));
    const leftover = join(folder, 'incoming', 'leftover');
    await mkdir(leftover);
    await utimes(leftover, 0, 0);
    const store = openDirectoryStore(folder);
    expect(await store.readManifest(name, id)).toEqual({ status: 'missing' });
    expect(await store.putRelease(release, passedTrial)).toBe('stored');
    expect((await store.readManifest(name, id)).status).toBe('ok');
    await store.putRelease(await sealed(shellFiles()), passedTrial);
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });
});

describe('reading', () => {
  test.each([
    ['..', 'aaaaaaaaaaaaaaaa', 'registry.json'],
    ['workspace', '../../..', 'etc/passwd'],
    ['workspace', 'aaaaaaaaaaaaaaaa', 'remote.js'],
  ])('finds nothing at %s %s %s', async (name, release, path) => {
    const store = openDirectoryStore(await newFolder());
    expect(await store.readManifest(name, release)).toEqual({ status: 'missing' });
    expect(await store.releaseFile(name, release, path)).toBeNull();
  });

  test('gives no file that the manifest does not name, though it is on the disk', async () => {
    const folder = await newFolder();
    const store = openDirectoryStore(folder);
    const release = await sealed();
    const { name, release: id } = release.manifest;
    await store.putRelease(release, passedTrial);
    await writeFile(join(folder, 'files', name, id, 'planted.js'), 'x');
    for (const path of ['planted.js', 'module.js.br', `../${id}.json`, 'parts', 'toString', '']) {
      expect(await store.releaseFile(name, id, path)).toBeNull();
    }
  });

  test('says what is wrong with a malformed manifest, and with one of another release', async () => {
    const folder = await newFolder();
    const release = await sealed();
    const { name, release: id } = release.manifest;
    await openDirectoryStore(folder).putRelease(release, passedTrial);
    const file = join(folder, 'files', name, `${id}.json`);
    await writeFile(join(folder, 'files', name, 'aaaaaaaaaaaaaaaa.json'), await readFile(file));
    await writeFile(file, JSON.stringify({ ...release.manifest, getPublicPath: 'x' }));
    const store = openDirectoryStore(folder);
    const { status, problem } = { problem: '', ...(await store.readManifest(name, id)) };
    expect([status, problem]).toEqual(['malformed', expect.stringContaining('getPublicPath')]);
    expect((await store.readManifest(name, 'aaaaaaaaaaaaaaaa')).status).toBe('malformed');
  });

  test.each([
    ['no JSON', '{'],
    ['an unknown schema', '{"schema":3,"revision":0,"remotes":{}}'],
    ['an unknown key', '{"schema":1,"revision":0,"remotes":{},"x":1}'],
    ['a release of a wrong form', '{"schema":1,"revision":1,"remotes":{"shell":{"kind":"shell","live":"../x","previous":null,"history":[]}}}'],
    ['nothing in it', ''],
  ])('a registry with %s is malformed, and no move writes over it', async (_what, text) => {
    const folder = await newFolder();
    await writeFile(join(folder, 'registry.json'), text);
    const store = openDirectoryStore(folder);
    expect((await store.readRegistry()).status).toBe('malformed');
    const release = await sealed(shellFiles());
    await store.putRelease(release, passedTrial);
    const move = { name: 'shell', release: release.manifest.release, expectedRevision: 0, ...remarks };
    await expect(store.move(move)).rejects.toBeInstanceOf(RegistryUnreadableError);
    expect(await readFile(join(folder, 'registry.json'), 'utf8')).toBe(text);
  });
});

describe('move', () => {
  test('starts the registry, then keeps what was live before and every move', async () => {
    const folder = await newFolder();
    const store = openDirectoryStore(folder);
    const [one, two] = [await sealed(), await sealed(pageFiles(pageBuild(), ' '))];
    await store.putRelease(one, passedTrial);
    await store.putRelease(two, passedTrial);
    expect(await store.readRegistry()).toEqual({ status: 'missing' });
    const before = await store.registryFingerprint();
    const first = { name: 'workspace', release: one.manifest.release, expectedRevision: 0, ...remarks };
    await store.move(first);
    expect(await store.registryFingerprint()).not.toBe(before);
    await store.move({ ...first, release: two.manifest.release, expectedRevision: 1, why: 'better' });
    expect(await openDirectoryStore(folder).readRegistry()).toMatchObject({
      status: 'ok',
      registry: {
        revision: 2,
        remotes: {
          workspace: {
            kind: 'page-module',
            live: two.manifest.release,
            previous: one.manifest.release,
          },
        },
      },
    });
  });

  test('repeating a move that was done changes nothing', async () => {
    const store = openDirectoryStore(await newFolder());
    const release = await sealed();
    await store.putRelease(release, passedTrial);
    const move = { name: 'workspace', release: release.manifest.release, expectedRevision: 0, ...remarks };
    const once = await store.move(move);
    expect(await store.move(move)).toEqual({ registry: once.registry, entry: null });
  });

  test('of many who expect the same revision, one wins', async () => {
    const folder = await newFolder();
    const releases = await Promise.all([0, 1, 2, 3, 4].map((n) => sealed(pageFiles(pageBuild(), ' '.repeat(n)))));
    for (const release of releases) await openDirectoryStore(folder).putRelease(release, passedTrial);
    const moves = await Promise.allSettled(
      releases.map(({ manifest }) =>
        openDirectoryStore(folder).move({
          name: 'workspace',
          release: manifest.release,
          expectedRevision: 0,
          ...remarks,
        }),
      ),
    );
    const lost = moves.filter((move) => move.status === 'rejected').map((move): unknown => move.reason);
    expect(lost).toHaveLength(4);
    for (const reason of lost) {
      expect(reason).toBeInstanceOf(RevisionMismatchError);
      expect(reason).toMatchObject({ expected: 0, actual: 1 });
    }
  });

  async function storeWith(...builds: readonly Readonly<Record<string, string | Buffer>>[]) {
    const store = openDirectoryStore(await newFolder());
    const releases: SealedRelease[] = [];
    for (const build of builds) {
      const release = await sealed(build);
      await store.putRelease(release, passedTrial);
      releases.push(release);
    }
    async function move(index: number, expectedRevision: number) {
      const manifest = releases[index]?.manifest;
      const { name, release } = manifest ?? { name: '', release: '' };
      return store.move({ name, release, expectedRevision, ...remarks });
    }
    return { store, move };
  }

  test('refuses a path that belongs to another module, and says whose', async () => {
    const { move } = await storeWith(pageFiles(), otherPageFiles('orders', '/workspace/orders'));
    await move(0, 0);
    const refused = move(1, 1);
    await expect(refused).rejects.toBeInstanceOf(MoveRefusedError);
    await expect(refused).rejects.toThrow('/workspace/orders clashes with /workspace/*, which belongs to workspace');
  });

  test('takes a module whose paths are free', async () => {
    const { move } = await storeWith(pageFiles(), otherPageFiles('orders', '/orders/*'));
    await move(0, 0);
    expect((await move(1, 1)).registry.revision).toBe(2);
  });

  test('refuses a second shell and a change of kind', async () => {
    const auth = authFiles();
    const asPage = { ...auth, 'build.json': (auth['build.json'] ?? '').replaceAll('"auth"', '"shell"') };
    const { move } = await storeWith(shellFiles(), shellFiles('other'), asPage);
    await move(0, 0);
    await expect(move(1, 1)).rejects.toThrow('the site has one shell, and it is shell');
    await expect(move(2, 1)).rejects.toThrow('shell is registered as shell, and this release is a auth-remote');
  });

  test('refuses a release that is not stored, and a move without a reason', async () => {
    const { store, move } = await storeWith(pageFiles());
    const { live } = (await move(0, 0)).registry.remotes['workspace'] ?? {};
    const absent = { name: 'workspace', release: 'aaaaaaaaaaaaaaaa', expectedRevision: 1, ...remarks };
    await expect(store.move(absent)).rejects.toThrow(/publish it first/);
    const other = openDirectoryStore(await newFolder());
    await other.putRelease(await sealed(), passedTrial);
    const silent = { name: 'workspace', release: live ?? '', expectedRevision: 0, action: 'publish' as const, who: 'me', why: ' ' };
    await expect(other.move(silent)).rejects.toThrow(/Say who and why/);
  });
});
