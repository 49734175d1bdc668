import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ReleaseStore } from '../../../src/stores/release-store.ts';
import { InvalidReleaseError } from '../../../src/model/store-errors.ts';
import type { SmokeTestResult } from '../../../src/model/gate-check.ts';
import { pageBuild, pageFiles, passedSmokeTest, shellFiles } from '../../support/builds.ts';
import { sealed } from '../../support/publish.ts';

/** Storing releases, and reading them. */
export function describeReleases(open: () => Promise<ReleaseStore>): void {
  describe('putRelease', () => {
    test('stores every file and the manifest', async () => {
      const store = await open();
      const release = await sealed();
      const { name, release: id } = release.manifest;
      expect(await store.putRelease(release, passedSmokeTest)).toBe('stored');
      expect(await store.readManifest(name, id)).toEqual({ status: 'ok', manifest: release.manifest });
      for (const [path, content] of release.files) {
        expect(await store.releaseFile(name, id, path)).toEqual({ content, encoding: 'identity' });
      }
    });

    test('stores names and texts in any script', async () => {
      const store = await open();
      const description = pageBuild();
      const moduleManifest = { ...(description['moduleManifest'] as object), title: { de: 'Über uns “☃”' } };
      const release = await sealed({ ...pageFiles({ ...description, moduleManifest }), 'texts.js': 'const t = "größer ☃ 𝒳";' });
      expect(await store.putRelease(release, passedSmokeTest)).toBe('stored');
      const { name, release: id } = release.manifest;
      expect((await store.releaseFile(name, id, 'texts.js'))?.content).toEqual(release.files.get('texts.js'));
    });

    test('stores compressed copies of texts, and returns the preferred one', async () => {
      const store = await open();
      const release = await sealed();
      await store.putRelease(release, passedSmokeTest);
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

    test('does nothing for the same content, even with parallel calls', async () => {
      const store = await open();
      const release = await sealed();
      const results = await Promise.all([1, 2, 3, 4].map(() => store.putRelease(release, passedSmokeTest)));
      expect(results.filter((result) => result === 'stored')).toHaveLength(1);
      expect(await store.putRelease(release, passedSmokeTest)).toBe('already-there');
    });

    test.each<[string, (files: Map<string, Buffer>) => unknown, string]>([
      ['with another byte', (files) => files.set('module.js', Buffer.from('x'.repeat(24 * 40))), 'module.js has different content'],
      ['of another size', (files) => files.set('module.js', Buffer.from('x')), 'module.js has a different size'],
      ['that is missing', (files) => files.delete('module.js'), 'module.js is missing'],
      ['that is extra', (files) => files.set('more.js', Buffer.from('x')), 'more.js is not in its manifest'],
    ])('refuses a file %s, and stores nothing', async (_what, change, message) => {
      const store = await open();
      const release = await sealed({ ...pageFiles(), 'module.js': 'm'.repeat(24 * 40) });
      const files = new Map(release.files);
      change(files);
      const storing = store.putRelease({ manifest: release.manifest, files }, passedSmokeTest);
      await expect(storing).rejects.toBeInstanceOf(InvalidReleaseError);
      await expect(storing).rejects.toThrow(message);
      const { name, release: id } = release.manifest;
      expect(await store.readManifest(name, id)).toEqual({ status: 'missing' });
    });

    test('refuses an id that is not the hash of the output', async () => {
      const store = await open();
      const [one, other] = [await sealed(), await sealed(shellFiles())];
      const manifest = { ...one.manifest, federation: '9.9.9' };
      await expect(store.putRelease({ manifest, files: one.files }, passedSmokeTest)).rejects.toThrow('not the hash');
      const stolen = { ...other.manifest, release: one.manifest.release };
      await expect(store.putRelease({ manifest: stolen, files: other.files }, passedSmokeTest)).rejects.toThrow('not the hash');
    });

    test('stores the result of the smoke test; a passed one replaces a failed one, but not the reverse', async () => {
      const store = await open();
      const release = await sealed();
      const { name, release: id } = release.manifest;
      const failed: SmokeTestResult = { ...passedSmokeTest, passed: false, problems: ['start throws'] };
      expect(await store.readSmokeTest(name, id)).toBeNull();
      await store.putRelease(release, failed);
      expect(await store.readSmokeTest(name, id)).toEqual(failed);
      await store.putRelease(release, passedSmokeTest);
      expect(await store.readSmokeTest(name, id)).toEqual(passedSmokeTest);
      await store.putRelease(release, failed);
      expect(await store.readSmokeTest(name, id)).toEqual(passedSmokeTest);
    });
  });

  test.each([
    ['..', 'aaaaaaaaaaaaaaaa', 'registry.json'],
    ['workspace', '../../..', 'etc/passwd'],
    ['workspace', 'aaaaaaaaaaaaaaaa', 'remote.js'],
  ])('finds nothing at %s %s %s', async (name, release, path) => {
    const store = await open();
    expect(await store.readManifest(name, release)).toEqual({ status: 'missing' });
    expect(await store.readSmokeTest(name, release)).toBeNull();
    expect(await store.releaseFile(name, release, path)).toBeNull();
  });
}
