import { unreleased } from '../../../src/model/registry.ts';
import type { ReleaseStore } from '../../../src/stores/release-store.ts';
import { InvalidMoveError, MoveRefusedError, RevisionMismatchError } from '../../../src/model/store-errors.ts';
import { authFiles, otherPageFiles, passedSmokeTest, shellFiles } from '../../support/builds.ts';
import { published, registryOf, remarks, retired, rolledBack, sealed, stored, workspaceFiles } from '../../support/publish.ts';

/** Moves, the gate in them, and their log. */
export function describeMoves(open: () => Promise<ReleaseStore>): void {
  describe('publish', () => {
    test('creates the registry, keeps the previous release, and logs every move', async () => {
      const store = await open();
      expect(await store.readRegistry()).toEqual({ status: 'missing' });
      expect(await store.readLog({ limit: 10 })).toEqual([]);
      const before = await store.registryFingerprint();
      const one = await published(store, workspaceFiles(1));
      expect(await store.registryFingerprint()).not.toBe(before);
      const two = await published(store, workspaceFiles(2));
      expect(await store.readRegistry()).toEqual({
        status: 'ok',
        registry: {
          schema: 3,
          revision: 2,
          remotes: { workspace: { ...unreleased('page-module'), live: two.release, previous: one.release, since: two.entry?.when } },
        },
      });
      expect(await store.readLog({ limit: 10 })).toEqual([two.entry, one.entry]);
      expect(two.entry).toMatchObject({
        revision: 2,
        action: 'publish',
        name: 'workspace',
        release: two.release,
        replaced: one.release,
        who: remarks.who,
        why: 'a test',
        overridden: [],
      });
    });

    test('publishing the live release changes nothing, whatever the revision', async () => {
      const store = await open();
      const { registry, release } = await published(store, workspaceFiles(1));
      const again = { action: 'publish' as const, name: 'workspace', release, expectedRevision: 0, ...remarks };
      expect(await store.move(again)).toEqual({ registry, entry: null });
    });

    test('only one of many moves with the same revision succeeds', async () => {
      const store = await open();
      const ids = [];
      for (const number of [0, 1, 2, 3, 4]) ids.push(await stored(store, workspaceFiles(number)));
      const moves = await Promise.allSettled(
        ids.map((id) => store.move({ action: 'publish', ...id, expectedRevision: 0, ...remarks })),
      );
      const lost = moves.filter((move) => move.status === 'rejected').map((move): unknown => move.reason);
      expect(lost).toHaveLength(4);
      for (const reason of lost) {
        expect(reason).toBeInstanceOf(RevisionMismatchError);
        expect(reason).toMatchObject({ expected: 0, actual: 1 });
      }
    });

    test('is refused with the gate’s findings, and changes nothing', async () => {
      const store = await open();
      const workspace = await published(store, workspaceFiles(1));
      const before = await store.readRegistry();
      const refused = published(store, otherPageFiles('orders', '/workspace/orders'));
      await expect(refused).rejects.toBeInstanceOf(MoveRefusedError);
      await expect(refused).rejects.toThrow('/workspace/orders clashes with /workspace/*, which belongs to workspace');
      await expect(refused).rejects.toMatchObject({
        findings: [{ check: 'paths', against: { name: 'workspace', release: workspace.release, as: 'live' } }],
      });
      expect(await store.readRegistry()).toEqual(before);
      expect(await store.readLog({ limit: 9 })).toHaveLength(1);
    });

    test('uses the smoke test and the inspection of the files', async () => {
      const store = await open();
      const files = { ...workspaceFiles(1), 'module.js': 'const f = new Function("a", "return a")', 'module.css': '/* */\nbody { background: hotpink }' };
      const id = await stored(store, files, { ...passedSmokeTest, passed: false, problems: ['./module throws'] });
      const response = await store.check(id);
      expect(response).toMatchObject({ allowed: false, findings: [{ check: 'smoke-test' }, { check: 'forbidden' }, { check: 'styles' }] });
      expect(response.findings[0]?.message).toContain('./module throws');
      expect(response.findings[2]?.message).toContain('module.css:2 "body" styles the whole document');
      const moving = store.move({ action: 'publish', ...id, expectedRevision: 0, ...remarks });
      await expect(moving).rejects.toMatchObject({ findings: response.findings });
    });

    test('force overrides the gate, and the log keeps the findings and the reason', async () => {
      const store = await open();
      const id = await stored(store, workspaceFiles(1), { ...passedSmokeTest, passed: false, problems: ['no canvas here'] });
      const move = { action: 'publish' as const, ...id, expectedRevision: 0, who: 'Ann', why: 'it runs', force: true };
      const { entry } = await store.move(move);
      expect(entry).toMatchObject({ why: 'it runs', overridden: [expect.stringContaining('no canvas here')] });
      expect(await store.readLog({ limit: 1 })).toEqual([entry]);
    });

    test('force does not override a live module’s path, another kind, or a missing release', async () => {
      const store = await open();
      await published(store, workspaceFiles(1));
      await published(store, shellFiles());
      const { revision: expectedRevision } = await registryOf(store);
      const other = { action: 'publish' as const, expectedRevision, ...remarks, force: true };
      for (const files of [otherPageFiles('orders', '/workspace/orders'), shellFiles('second')]) {
        const id = await stored(store, files);
        await expect(store.move({ ...other, ...id })).rejects.toBeInstanceOf(MoveRefusedError);
      }
      const absent = { ...other, name: 'workspace', release: 'aaaaaaaaaaaaaaaa' };
      await expect(store.move(absent)).rejects.toThrow(/publish it first/);
    });

    test('refuses a change of kind', async () => {
      const store = await open();
      const auth = authFiles();
      await published(store, shellFiles());
      const asAuth = { ...auth, 'build.json': (auth['build.json'] ?? '').replaceAll('"auth"', '"shell"') };
      await expect(published(store, asAuth)).rejects.toThrow('shell is registered as shell, and this release is a auth-remote');
    });

    test.each([
      ['names no one', { who: ' ' }],
      ['says no reason', { why: '' }],
      ['names no release', { release: null }],
      ['names no remote', { name: '..' }],
    ])('refuses a move that %s', async (_what, change) => {
      const store = await open();
      const id = await stored(store, workspaceFiles(1));
      const request = { action: 'publish' as const, ...id, expectedRevision: 0, ...remarks, ...change };
      await expect(store.move(request)).rejects.toBeInstanceOf(InvalidMoveError);
      expect(await store.readRegistry()).toEqual({ status: 'missing' });
    });
  });

  describe('check', () => {
    test('checks a release that is not stored yet, and stores nothing', async () => {
      const store = await open();
      await published(store, workspaceFiles(1));
      const { manifest } = await sealed(otherPageFiles('orders', '/orders'));
      expect(await store.check({ manifest, smokeTest: passedSmokeTest })).toEqual({ allowed: true, findings: [] });
      expect(await store.check({ manifest, smokeTest: null })).toMatchObject({ findings: [{ check: 'smoke-test' }] });
      expect(await store.readManifest('orders', manifest.release)).toEqual({ status: 'missing' });
      expect(await store.check({ name: 'orders', release: manifest.release })).toMatchObject({
        allowed: false,
        findings: [{ check: 'stored' }],
      });
      expect((await registryOf(store)).revision).toBe(1);
    });
  });

  describe('rollback', () => {
    test('goes to the previous release, and does not keep the bad one as previous', async () => {
      const store = await open();
      const one = await published(store, workspaceFiles(1));
      const two = await published(store, workspaceFiles(2));
      const three = await published(store, workspaceFiles(3));
      const { registry, entry } = await rolledBack(store, 'workspace');
      expect(registry.remotes['workspace']).toMatchObject({ live: two.release, previous: one.release });
      expect(entry).toMatchObject({ action: 'rollback', release: two.release, replaced: three.release, previous: one.release });
      const again = await rolledBack(store, 'workspace');
      expect(again.registry.remotes['workspace']).toMatchObject({ live: one.release, previous: null });
      await expect(rolledBack(store, 'workspace')).rejects.toThrow('no earlier release');
    });

    test('goes to a named release, and skips releases that a rollback left', async () => {
      const store = await open();
      const one = await published(store, workspaceFiles(1));
      await published(store, workspaceFiles(2));
      await rolledBack(store, 'workspace');
      const three = await published(store, workspaceFiles(3));
      await published(store, workspaceFiles(4));
      const { registry } = await rolledBack(store, 'workspace', three.release);
      expect(registry.remotes['workspace']).toMatchObject({ live: three.release, previous: one.release });
    });

    test('is refused if the gate refuses it, and skips a previous release that clashes with newer ones', async () => {
      const store = await open();
      const old = await published(store, otherPageFiles('orders', '/orders'));
      const newer = await published(store, otherPageFiles('orders', '/purchases'));
      await published(store, otherPageFiles('orders', '/purchases/*'));
      // Free since /purchases became the previous release.
      await published(store, otherPageFiles('sales', '/orders'));
      const { registry } = await rolledBack(store, 'orders');
      expect(registry.remotes['orders']).toMatchObject({ live: newer.release, previous: null });
      await expect(rolledBack(store, 'orders', old.release)).rejects.toThrow('/orders clashes with /orders, which belongs to sales');
    });
  });

  describe('retire', () => {
    test('leaves nothing live and frees the paths; a later publish brings the module back', async () => {
      const store = await open();
      const one = await published(store, workspaceFiles(1));
      const { registry, entry } = await retired(store, 'workspace');
      expect(registry.remotes['workspace']).toEqual({ ...unreleased('page-module'), previous: one.release });
      expect(entry).toMatchObject({ action: 'retire', release: null, replaced: one.release });
      expect((await retired(store, 'workspace')).entry).toBeNull();
      await published(store, otherPageFiles('orders', '/workspace/orders'));
      await expect(published(store, workspaceFiles(2))).rejects.toThrow('belongs to orders');
      await retired(store, 'orders');
      expect((await published(store, workspaceFiles(2))).registry.remotes['workspace']?.previous).toBeNull();
    });

    test('is refused for the shell and for unknown remotes', async () => {
      const store = await open();
      await published(store, shellFiles());
      await expect(retired(store, 'shell')).rejects.toBeInstanceOf(MoveRefusedError);
      await expect(retired(store, 'nothing')).rejects.toBeInstanceOf(MoveRefusedError);
    });
  });

  test('reads the log by remote and page, the newest first', async () => {
    const store = await open();
    for (const number of [1, 2, 3]) {
      await published(store, workspaceFiles(number));
      await published(store, otherPageFiles('orders', `/orders/${number}`));
    }
    const revisions = async (query: Parameters<ReleaseStore['readLog']>[0]) =>
      (await store.readLog(query)).map(({ revision }) => revision);
    expect(await revisions({ limit: 100 })).toEqual([6, 5, 4, 3, 2, 1]);
    expect(await revisions({ limit: 2, before: 5 })).toEqual([4, 3]);
    expect(await revisions({ name: 'workspace', limit: 2 })).toEqual([5, 3]);
    expect(await revisions({ name: 'workspace', limit: 2, before: 3 })).toEqual([1]);
    expect(await revisions({ name: 'nothing', limit: 2 })).toEqual([]);
  });
}
