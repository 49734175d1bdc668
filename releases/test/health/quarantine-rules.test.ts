import type { Counts, ReleaseHealth } from '../../src/health/health-book.ts';
import { reasonOf, suspects } from '../../src/health/quarantine-rules.ts';
import { emptyRegistry, unreleased, type RegisteredRemote, type Registry } from '../../src/model/registry.ts';

const [live, previous, canary, other] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(16)) as [string, string, string, string];
const since = Date.UTC(2026, 10, 21, 12);

const counts = (shown: number, failed: number, networks = failed): Counts => ({ shown, failed, networks, errors: 0 });

const health = (name: string, release: string, recent: Counts, changes: Partial<ReleaseHealth> = {}): ReleaseHealth => ({ name, release, since, recent, all: recent, ...changes });

function registryWith(remotes: Readonly<Record<string, Partial<RegisteredRemote>>>): Registry {
  const made = Object.entries(remotes).map(([name, changes]) => [name, { ...unreleased('page-module'), live, previous, ...changes }] as const);
  return { ...emptyRegistry, revision: 9, remotes: Object.fromEntries(made) };
}

const twoModules = registryWith({ orders: {}, carts: {} });

/** Fails for 12 of 30 visitors; the other module never fails. */
const bad = health('orders', live, counts(18, 12));
const good = health('carts', live, counts(900, 0));

/** The suspects by recent counts, without any latest counts. */
const found = (registry: Registry, ...releases: readonly ReleaseHealth[]): readonly string[] =>
  suspects(registry, releases, []).map(({ name, release, place }) => `${name} ${place} ${release}`);

test('suspects a live release that fails for many visitors while others work, and gives the reason', () => {
  const [suspect] = suspects(twoModules, [bad, good], [bad, good]);
  expect(suspect).toMatchObject({ name: 'orders', release: live, place: 'live', since, others: { visitors: 900, failed: 0 } });
  expect(suspect && reasonOf(suspect, 10)).toBe('It failed for 12 of 30 visitors in 10 minutes, from 12 networks; all other page modules for 0 of 900');
});

test('suspects a canary, by its own visitors', () => {
  const registry = registryWith({ orders: { canary: { release: canary, percent: 5 } }, carts: {} });
  expect(found(registry, health('orders', canary, counts(0, 6)), health('orders', live, counts(300, 1)), good)).toEqual([`orders canary ${canary}`]);
});

test('never suspects the shell or the auth remote', () => {
  const registry = registryWith({ shell: { kind: 'shell' }, auth: { kind: 'auth-remote' }, carts: {} });
  expect(found(registry, health('shell', live, counts(0, 50)), health('auth', live, counts(0, 50)), good)).toEqual([]);
});

test.each([
  ['fewer than five visitors', counts(0, 4)],
  ['fewer than three networks', counts(0, 12, 2)],
  ['less than a fifth of its visitors', counts(49, 12)],
])('does not suspect a release that failed for %s', (_what, recent) => {
  expect(found(twoModules, health('orders', live, recent), good)).toEqual([]);
});

test.each([
  ['five visitors of three networks, a fifth of all', counts(20, 5, 3)],
  ['everybody', counts(0, 5)],
])('suspects a release that failed for %s', (_what, recent) => {
  expect(found(twoModules, health('orders', live, recent), good)).toEqual([`orders live ${live}`]);
});

test('does not suspect a release that worked for hours', () => {
  expect(found(twoModules, { ...bad, all: counts(18 + 500, 12) }, good)).toEqual([]);
});

test('does not suspect a release without a known start', () => {
  const { name, release, recent, all } = bad;
  expect(found(twoModules, { name, release, recent, all }, good)).toEqual([]);
});

test('does not suspect a release that visitors do not get now', () => {
  expect(found(twoModules, { ...bad, release: previous }, good)).toEqual([]);
  expect(found(twoModules, { ...bad, release: other }, good)).toEqual([]);
  expect(found(registryWith({ orders: { live: null, previous: null }, carts: {} }), bad, good)).toEqual([]);
});

test('suspects no module when the backend has an outage', () => {
  const modules = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`module-${index}`, {}]));
  const everywhere = Object.keys(modules).map((name, index) => health(name, live, counts(3 + (index % 3), 20)));
  expect(found(registryWith(modules), ...everywhere)).toEqual([]);
});

test('finds one bad release among two hundred, even if some others fail sometimes', () => {
  const modules = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [index === 0 ? 'orders' : `module-${index}`, {}]));
  const others = Object.keys(modules).slice(1).map((name, index) => health(name, live, counts(20, index % 4 === 0 ? 1 : 0)));
  expect(found(registryWith(modules), bad, ...others)).toEqual([`orders live ${live}`]);
});

test('suspects a release among modules with few visitors each', () => {
  const modules = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [index === 0 ? 'orders' : `module-${index}`, {}]));
  const others = Object.keys(modules).slice(1, 21).map((name) => health(name, live, counts(1, 0)));
  expect(found(registryWith(modules), bad, ...others)).toEqual([`orders live ${live}`]);
});

test('suspects a release only if it fails much more than the others', () => {
  // It fails for 40 percent; the others for 8.3 percent, then for 7.7 percent.
  expect(found(twoModules, bad, health('carts', live, counts(110, 10)))).toEqual([]);
  expect(found(twoModules, bad, health('carts', live, counts(120, 10)))).toEqual([`orders live ${live}`]);
});

test.each([
  ['there is no other module', registryWith({ orders: {} }), []],
  ['no other module has reports', twoModules, []],
  ['too few visitors of other modules reported', twoModules, [health('carts', live, counts(19, 0))]],
  ['the reports are about releases that visitors cannot get', twoModules, [health('carts', other, counts(900, 0))]],
  ['only the shell works', registryWith({ orders: {}, carts: {}, shell: { kind: 'shell' } }), [health('shell', live, counts(900, 0))]],
])('suspects nothing without a comparison: %s', (_what, registry, others) => {
  expect(found(registry, bad, ...others)).toEqual([]);
});

test('does not suspect a release if its fallback fails about as often', () => {
  // Even if the fallback worked well while it was live.
  expect(found(twoModules, bad, health('orders', previous, counts(500, 6)), good)).toEqual([]);
  expect(found(twoModules, bad, health('orders', previous, counts(10, 5)), good)).toEqual([`orders live ${live}`]);
});

test('does not suspect a canary if the live release fails about as often', () => {
  const registry = registryWith({ orders: { canary: { release: canary, percent: 50 } }, carts: {} });
  expect(found(registry, health('orders', canary, counts(3, 12)), health('orders', live, counts(4, 12)), good)).toEqual([]);
  // The live release worked until now.
  const now = [health('orders', canary, counts(3, 12)), health('orders', live, counts(4, 12)), good];
  expect(suspects(registry, [health('orders', canary, counts(3, 12)), health('orders', live, counts(400, 12)), good], now)).toEqual([]);
});

describe('when an outage begins after minutes without failures', () => {
  /** Health of the recent period and of the latest one. */
  const nowAfter = (before: Counts, now: Counts): readonly (readonly [ReleaseHealth, ReleaseHealth])[] => [
    [bad, bad],
    [health('carts', live, { ...counts(before.shown + now.shown, before.failed + now.failed) }), health('carts', live, now)],
  ];
  const suspected = (before: Counts, now: Counts) => {
    const pairs = nowAfter(before, now);
    return suspects(twoModules, pairs.map(([all]) => all), pairs.map(([, latest]) => latest)).map(({ name }) => name);
  };

  test('suspects no module once the others fail too', () => {
    expect(suspected(counts(900, 0), counts(2, 1))).toEqual([]);
  });

  test('suspects no module once the others fail much more than usual', () => {
    expect(suspected(counts(900, 2), counts(95, 5))).toEqual([]);
    expect(suspected(counts(900, 20), counts(95, 5))).toEqual(['orders']);
    expect(suspected(counts(900, 2), counts(95, 4))).toEqual(['orders']);
  });
});
