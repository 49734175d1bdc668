import { OBSERVATION_PERIOD, shouldQuarantine } from '../../src/health/quarantine-rules.ts';
import { newSince, placeSince } from '../../src/health/release-place.ts';
import type { LogEntry, Move } from '../../src/model/move.ts';
import { registeredRemote, unreleased, type RegisteredRemote } from '../../src/model/registry.ts';
import { openDirectoryStore } from '../../src/stores/directory/directory-store.ts';
import { newFolder } from '../support/builds.ts';
import { moved, published, registryOf, rolledBack, stored, workspaceFiles } from '../support/publish.ts';

/** A store with a first release of a module, and its registry and log. */
async function aStore() {
  const store = openDirectoryStore(await newFolder());
  const first = await published(store, workspaceFiles(1));
  return {
    store,
    first: first.release,
    entries: (): Promise<readonly LogEntry[]> => store.readLog({ name: 'workspace', limit: 100 }),
    remote: async (): Promise<RegisteredRemote> => registeredRemote(await registryOf(store), 'workspace') ?? unreleased('page-module'),
    move: (action: Move['action'], release: string, changes: Partial<Move> = {}) => moved(store, { action, name: 'workspace', release, ...changes }),
  };
}

const at = (entry: LogEntry | null): number => Date.parse(entry?.when ?? '');

test('a published release is new since it went live', async () => {
  const { store, entries, remote } = await aStore();
  const second = await published(store, workspaceFiles(2));
  expect(newSince(second.release, 'live', await entries())).toBe(at(second.entry));
  expect(placeSince(await remote(), second.release, 'live', [])).toBe(at(second.entry));
});

test('a release that returned by a rollback or a quarantine is counted since then, but is not new', async () => {
  const { store, first, entries, remote, move } = await aStore();
  await published(store, workspaceFiles(2));
  const back = await rolledBack(store, 'workspace');
  expect(placeSince(await remote(), first, 'live', [])).toBe(at(back.entry));
  expect(newSince(first, 'live', await entries())).toBeNull();
  const third = await published(store, workspaceFiles(3));
  await move('quarantine', third.release);
  expect(newSince(first, 'live', await entries())).toBeNull();
});

test('a release published again after its quarantine is new since then', async () => {
  const { store, entries, move } = await aStore();
  const bad = await published(store, workspaceFiles(2));
  await move('quarantine', bad.release);
  const again = await move('publish', bad.release, { force: true });
  expect(newSince(bad.release, 'live', await entries())).toBe(at(again.entry));
});

test('a canary is new since it started, whatever its percentage, and since its promotion as the live release', async () => {
  const { store, entries, remote, move } = await aStore();
  const { release } = await stored(store, workspaceFiles(2));
  const began = await move('canary', release, { percent: 1 });
  await move('canary', release, { percent: 20 });
  expect(newSince(release, 'canary', await entries())).toBe(at(began.entry));
  expect(placeSince(await remote(), release, 'canary', await entries())).toBe(at(began.entry));
  await move('canary', release, { percent: 0 });
  const again = await move('canary', release, { percent: 5 });
  expect(newSince(release, 'canary', await entries())).toBe(at(again.entry));
  const promoted = await move('promote', release);
  expect(newSince(release, 'live', await entries())).toBe(at(promoted.entry));
});

test('a canary with an unknown start is not new, and a fallback never is', async () => {
  const { store, first, entries, move } = await aStore();
  const { release } = await stored(store, workspaceFiles(2));
  await move('canary', release, { percent: 1 });
  const [newest] = await entries();
  if (!newest) throw new Error('there is no move');
  expect(newSince(release, 'canary', Array.from({ length: 100 }, () => newest))).toBeNull();
  expect(newSince(release, 'canary', [])).toBeNull();
  expect(newSince(first, 'previous', await entries())).toBeNull();
});

test('quarantines a suspect during its observation period, for reports since it went live', async () => {
  const { store, entries } = await aStore();
  const { release, entry } = await published(store, workspaceFiles(2));
  const since = at(entry);
  const suspect = { release, place: 'live', since } as const;
  expect(shouldQuarantine(suspect, await entries(), since + 60_000)).toBe(true);
  expect(shouldQuarantine(suspect, await entries(), since + OBSERVATION_PERIOD)).toBe(true);
  expect(shouldQuarantine(suspect, await entries(), since + OBSERVATION_PERIOD + 1)).toBe(false);
  expect(shouldQuarantine({ ...suspect, since: since - 1 }, await entries(), since + 60_000)).toBe(false);
});
