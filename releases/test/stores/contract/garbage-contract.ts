import type { ReleaseStore } from '../../../src/stores/release-store.ts';
import { published, retired, rolledBack, stored, workspaceFiles } from '../../support/publish.ts';

/** Removing unused releases. */
export function describeGarbage(open: () => Promise<ReleaseStore>): void {
  describe('collectGarbage', () => {
    test('removes unused releases, and lists the same ones in a dry run', async () => {
      const store = await open();
      const one = await published(store, workspaceFiles(1));
      const two = await published(store, workspaceFiles(2));
      const three = await published(store, workspaceFiles(3));
      const planned = await store.collectGarbage({ olderThanDays: 0, dryRun: true });
      expect(planned).toMatchObject({ removed: [{ name: 'workspace', release: one.release }], kept: 2 });
      expect(planned.removed[0]?.bytes).toBeGreaterThan(1000);
      expect((await store.readManifest('workspace', one.release)).status).toBe('ok');
      expect(await store.collectGarbage({ olderThanDays: 0, dryRun: false })).toEqual(planned);
      expect(await store.readManifest('workspace', one.release)).toEqual({ status: 'missing' });
      expect(await store.releaseFile('workspace', one.release, 'module.js')).toBeNull();
      for (const { release } of [two, three]) expect(await store.releaseFile('workspace', release, 'module.js')).not.toBeNull();
      expect((await store.collectGarbage({ olderThanDays: 0, dryRun: false })).removed).toEqual([]);
    });

    test('keeps releases that were stored or in use within the age', async () => {
      const store = await open();
      for (const number of [1, 2, 3]) await published(store, workspaceFiles(number));
      await stored(store, workspaceFiles(4));
      expect(await store.collectGarbage({ olderThanDays: 1, dryRun: false })).toEqual({ removed: [], kept: 4 });
    });

    test('a removed release can be stored and published again, and is not previous until then', async () => {
      const store = await open();
      const one = await published(store, workspaceFiles(1));
      await published(store, workspaceFiles(2));
      await published(store, workspaceFiles(3));
      await store.collectGarbage({ olderThanDays: 0, dryRun: false });
      expect((await rolledBack(store, 'workspace')).registry.remotes['workspace']?.previous).toBeNull();
      await expect(rolledBack(store, 'workspace', one.release)).rejects.toThrow('publish it first');
      expect((await published(store, workspaceFiles(1))).registry.remotes['workspace']?.live).toBe(one.release);
      expect(await store.releaseFile('workspace', one.release, 'module.js')).not.toBeNull();
    });

    test('keeps the releases of a retired module', async () => {
      const store = await open();
      await published(store, workspaceFiles(1));
      await retired(store, 'workspace');
      expect((await store.collectGarbage({ olderThanDays: 0, dryRun: false })).kept).toBe(1);
    });
  });
}
