import type { ReleaseStore } from '../../../src/stores/release-store.ts';
import { InvalidMoveError, MoveRefusedError } from '../../../src/model/store-errors.ts';
import { authFiles, otherPageFiles } from '../../support/builds.ts';
import { moved, published, registryOf, retired, rolledBack, stored, workspaceFiles } from '../../support/publish.ts';

/** Releases that only some visitors get. */
export function describeCanaries(open: () => Promise<ReleaseStore>): void {
  describe('canary', () => {
    test('starts, grows and is promoted, and the log has each step', async () => {
      const store = await open();
      const one = await published(store, workspaceFiles(1));
      const { name, release } = await stored(store, workspaceFiles(2));
      const begun = await moved(store, { action: 'canary', name, release, percent: 5 });
      expect(begun.registry.remotes['workspace']).toMatchObject({ live: one.release, previous: null, canary: { release, percent: 5 } });
      expect(begun.entry).toMatchObject({ action: 'canary', release: one.release, replaced: one.release, canary: { release, percent: 5 } });
      const grown = await moved(store, { action: 'canary', name, release: null, percent: 50 });
      expect(grown.registry.remotes['workspace']?.canary).toEqual({ release, percent: 50 });
      expect(grown.registry.remotes['workspace']?.since).toBe(one.entry?.when);
      const promoted = await moved(store, { action: 'promote', name, release: null });
      expect(promoted.registry.remotes['workspace']).toMatchObject({ live: release, previous: one.release, canary: null, since: promoted.entry?.when });
      expect(await store.readLog({ limit: 9 })).toEqual([promoted.entry, grown.entry, begun.entry, one.entry]);
      expect(await store.readRegistry()).toEqual({ status: 'ok', registry: promoted.registry });
    });

    test('ends at 0 percent, when it is published, and when its remote is retired', async () => {
      const store = await open();
      const one = await published(store, workspaceFiles(1));
      const { name, release } = await stored(store, workspaceFiles(2));
      await moved(store, { action: 'canary', name, release, percent: 5 });
      const ended = await moved(store, { action: 'canary', name, release: null, percent: 0 });
      expect(ended.registry.remotes['workspace']).toMatchObject({ live: one.release, canary: null });
      await moved(store, { action: 'canary', name, release, percent: 5 });
      expect((await moved(store, { action: 'publish', name, release })).registry.remotes['workspace']).toMatchObject({ live: release, canary: null });
      await moved(store, { action: 'canary', name, release: one.release, percent: 5 });
      expect((await retired(store, 'workspace')).registry.remotes['workspace']?.canary).toBeNull();
    });

    test('stays when another release goes live', async () => {
      const store = await open();
      await published(store, workspaceFiles(1));
      const { name, release } = await stored(store, workspaceFiles(2));
      await moved(store, { action: 'canary', name, release, percent: 5 });
      await published(store, workspaceFiles(3));
      expect((await rolledBack(store, 'workspace')).registry.remotes['workspace']?.canary).toEqual({ release, percent: 5 });
    });

    test('repeating it changes nothing, whatever the revision', async () => {
      const store = await open();
      await published(store, workspaceFiles(1));
      const { name, release } = await stored(store, workspaceFiles(2));
      const { registry } = await moved(store, { action: 'canary', name, release, percent: 5 });
      expect(await store.move({ action: 'canary', name, release, percent: 5, expectedRevision: 0, who: 'a', why: 'b' })).toEqual({ registry, entry: null });
      const promoted = await moved(store, { action: 'promote', name, release });
      expect(await moved(store, { action: 'promote', name, release })).toEqual({ registry: promoted.registry, entry: null });
      expect((await moved(store, { action: 'canary', name, release: null, percent: 0 })).entry).toBeNull();
    });

    test('the gate compares canaries with each other and with live releases', async () => {
      const store = await open();
      await published(store, workspaceFiles(1));
      await published(store, otherPageFiles('orders', '/orders'));
      const orders = await stored(store, otherPageFiles('orders', '/lists'));
      await moved(store, { action: 'canary', ...orders, percent: 5 });
      const lists = await stored(store, otherPageFiles('lists', '/lists'));
      for (const request of [{ action: 'publish' as const }, { action: 'publish' as const, force: true }]) {
        const refused = moved(store, { ...request, ...lists });
        await expect(refused).rejects.toMatchObject({ findings: [{ check: 'paths', against: { ...orders, as: 'canary' } }] });
      }
      const taken = await stored(store, otherPageFiles('orders', '/workspace/orders'));
      await expect(moved(store, { action: 'canary', ...taken, percent: 5 })).rejects.toMatchObject({ findings: [{ check: 'paths' }] });
      expect((await registryOf(store)).remotes['orders']?.canary).toEqual({ release: orders.release, percent: 5 });
    });

    test('is refused when it makes no sense', async () => {
      const store = await open();
      const { name, release } = await stored(store, workspaceFiles(1));
      const requests = [
        { action: 'canary' as const, name, release, percent: 5 },
        { action: 'promote' as const, name, release: null },
      ];
      for (const request of requests) await expect(moved(store, request)).rejects.toBeInstanceOf(MoveRefusedError);
      await moved(store, { action: 'publish', name, release });
      for (const request of [...requests, { action: 'canary' as const, name, release: null, percent: 5 }]) {
        await expect(moved(store, request)).rejects.toMatchObject({ findings: [{ check: 'canary' }] });
      }
      const next = await stored(store, workspaceFiles(2));
      await moved(store, { action: 'canary', ...next, percent: 5 });
      await expect(moved(store, { action: 'promote', ...(await stored(store, workspaceFiles(3))) })).rejects.toThrow(`the canary is ${next.release}`);
      await expect(moved(store, { action: 'canary', name, release: null, percent: 101 })).rejects.toBeInstanceOf(InvalidMoveError);
      await expect(moved(store, { action: 'canary', name, release: null })).rejects.toBeInstanceOf(InvalidMoveError);
      await expect(moved(store, { action: 'publish', ...next, percent: 5 })).rejects.toBeInstanceOf(InvalidMoveError);
    });

    test('works for the auth remote too', async () => {
      const store = await open();
      await published(store, authFiles());
      const next = await stored(store, { ...authFiles(), 'later.js': 'export {};' });
      expect((await moved(store, { action: 'canary', ...next, percent: 1 })).registry.remotes['auth']?.canary).toEqual({ release: next.release, percent: 1 });
    });
  });
}
