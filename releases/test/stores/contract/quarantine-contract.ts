import type { ReleaseStore } from '../../../src/stores/release-store.ts';
import { InvalidMoveError, MoveRefusedError } from '../../../src/model/store-errors.ts';
import { moved, published, retired, rolledBack, stored, workspaceFiles } from '../../support/publish.ts';

/** Bad releases. */
export function describeQuarantine(open: () => Promise<ReleaseStore>): void {
  describe('quarantine', () => {
    test('replaces a live release by the newest sound one before it', async () => {
      const store = await open();
      const one = await published(store, workspaceFiles(1));
      const two = await published(store, workspaceFiles(2));
      const three = await published(store, workspaceFiles(3));
      const { registry, entry } = await moved(store, { action: 'quarantine', name: 'workspace', release: three.release });
      expect(registry.remotes['workspace']).toMatchObject({
        live: two.release, previous: one.release, quarantined: [three.release], since: entry?.when,
      });
      expect(entry).toMatchObject({ action: 'quarantine', release: two.release, replaced: three.release, quarantined: three.release });
    });

    test('removes a canary or a previous release from its role', async () => {
      const store = await open();
      const one = await published(store, workspaceFiles(1));
      const two = await published(store, workspaceFiles(2));
      const three = await published(store, workspaceFiles(3));
      const next = await stored(store, workspaceFiles(4));
      await moved(store, { action: 'canary', ...next, percent: 5 });
      const without = await moved(store, { action: 'quarantine', ...next });
      expect(without.registry.remotes['workspace']).toMatchObject({ live: three.release, previous: two.release, canary: null });
      const { registry } = await moved(store, { action: 'quarantine', name: 'workspace', release: two.release });
      expect(registry.remotes['workspace']).toMatchObject({
        live: three.release, previous: one.release, quarantined: [two.release, next.release], since: three.entry?.when,
      });
      // The sound release is still available.
      expect((await rolledBack(store, 'workspace')).registry.remotes['workspace']).toMatchObject({ live: one.release });
    });

    test('blocks a release from going live, except by force', async () => {
      const store = await open();
      const one = await published(store, workspaceFiles(1));
      const two = await published(store, workspaceFiles(2));
      const bad = { name: 'workspace', release: two.release };
      await moved(store, { action: 'quarantine', ...bad });
      for (const request of [{ action: 'publish' as const }, { action: 'rollback' as const }, { action: 'canary' as const, percent: 5 }]) {
        await expect(moved(store, { ...request, ...bad })).rejects.toMatchObject({ findings: [{ check: 'quarantined' }] });
      }
      const { registry, entry } = await moved(store, { action: 'publish', ...bad, force: true });
      expect(registry.remotes['workspace']).toMatchObject({ live: two.release, previous: one.release, quarantined: [] });
      expect(entry?.overridden).toEqual([expect.stringContaining('in quarantine')]);
    });

    test('repeating it changes nothing; without a release it is invalid', async () => {
      const store = await open();
      await published(store, workspaceFiles(1));
      const two = await published(store, workspaceFiles(2));
      const { registry } = await moved(store, { action: 'quarantine', name: 'workspace', release: two.release });
      expect(await moved(store, { action: 'quarantine', name: 'workspace', release: two.release })).toEqual({ registry, entry: null });
      await expect(moved(store, { action: 'quarantine', name: 'workspace', release: null })).rejects.toBeInstanceOf(InvalidMoveError);
    });

    test('is refused if no release can replace the bad one', async () => {
      const store = await open();
      await expect(moved(store, { action: 'quarantine', name: 'workspace', release: 'abcdefgh234567ab' })).rejects.toBeInstanceOf(MoveRefusedError);
      const { release } = await published(store, workspaceFiles(1));
      await expect(moved(store, { action: 'quarantine', name: 'workspace', release })).rejects.toThrow('no earlier release can replace it');
      await retired(store, 'workspace');
      const { registry } = await moved(store, { action: 'quarantine', name: 'workspace', release });
      expect(registry.remotes['workspace']).toMatchObject({ live: null, previous: null, quarantined: [release] });
    });
  });
}
