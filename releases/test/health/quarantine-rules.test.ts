import type { ReleaseHealth, Told } from '../../src/health/health-book.ts';
import { reasonOf, suspects } from '../../src/health/quarantine-rules.ts';
import { emptyRegistry, unreleased, type RegisteredRemote, type Registry } from '../../src/model/registry.ts';

const [live, previous, canary, other] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(16)) as [string, string, string, string];
const since = Date.UTC(2026, 10, 21, 12);

const told = (shown: number, failed: number, networks = failed): Told => ({ shown, failed, networks, errors: 0 });

const health = (name: string, release: string, recent: Told, changes: Partial<ReleaseHealth> = {}): ReleaseHealth => ({ name, release, since, recent, all: recent, ...changes });

function registryWith(remotes: Readonly<Record<string, Partial<RegisteredRemote>>>): Registry {
  const made = Object.entries(remotes).map(([name, changes]) => [name, { ...unreleased('page-module'), live, previous, ...changes }] as const);
  return { ...emptyRegistry, revision: 9, remotes: Object.fromEntries(made) };
}

const twoModules = registryWith({ orders: {}, carts: {} });

/** Of 30 visitors it failed for 12; the other module never. */
const bad = health('orders', live, told(18, 12));
const good = health('carts', live, told(900, 0));

/** Who is suspect by what was told recently, and nothing just now. */
const found = (registry: Registry, ...releases: readonly ReleaseHealth[]): readonly string[] =>
  suspects(registry, releases, []).map(({ name, release, place }) => `${name} ${place} ${release}`);

test('a live release that fails for many while the others work is suspect, and says why', () => {
  const [suspect] = suspects(twoModules, [bad, good], [bad, good]);
  expect(suspect).toMatchObject({ name: 'orders', release: live, place: 'live', since, others: { visitors: 900, failed: 0 } });
  expect(suspect && reasonOf(suspect, 10)).toBe('It failed for 12 of 30 visitors in 10 minutes, from 12 networks; all other page modules for 0 of 900');
});

test('so is a canary, for the visitors that it has', () => {
  const registry = registryWith({ orders: { canary: { release: canary, percent: 5 } }, carts: {} });
  expect(found(registry, health('orders', canary, told(0, 6)), health('orders', live, told(300, 1)), good)).toEqual([`orders canary ${canary}`]);
});

test('the shell and the auth remote never are', () => {
  const registry = registryWith({ shell: { kind: 'shell' }, auth: { kind: 'auth-remote' }, carts: {} });
  expect(found(registry, health('shell', live, told(0, 50)), health('auth', live, told(0, 50)), good)).toEqual([]);
});

test.each([
  ['fewer than five visitors', told(0, 4)],
  ['fewer than three networks', told(0, 12, 2)],
  ['less than a fifth of its visitors', told(49, 12)],
])('not for %s', (_what, recent) => {
  expect(found(twoModules, health('orders', live, recent), good)).toEqual([]);
});

test.each([
  ['five visitors of three networks, a fifth of all', told(20, 5, 3)],
  ['everybody', told(0, 5)],
])('for %s', (_what, recent) => {
  expect(found(twoModules, health('orders', live, recent), good)).toEqual([`orders live ${live}`]);
});

test('not if it worked for hours: something else broke', () => {
  expect(found(twoModules, { ...bad, all: told(18 + 500, 12) }, good)).toEqual([]);
});

test('not if nobody knows since when it is what visitors get', () => {
  const { name, release, recent, all } = bad;
  expect(found(twoModules, { name, release, recent, all }, good)).toEqual([]);
});

test('not if visitors do not get it now, or its module is retired', () => {
  expect(found(twoModules, { ...bad, release: previous }, good)).toEqual([]);
  expect(found(twoModules, { ...bad, release: other }, good)).toEqual([]);
  expect(found(registryWith({ orders: { live: null, previous: null }, carts: {} }), bad, good)).toEqual([]);
});

test('an outage of the backend fails everything, and nobody is suspect', () => {
  const modules = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`module-${index}`, {}]));
  const everywhere = Object.keys(modules).map((name, index) => health(name, live, told(3 + (index % 3), 20)));
  expect(found(registryWith(modules), ...everywhere)).toEqual([]);
});

test('one bad among two hundred is found, also while a few of the others fail now and then', () => {
  const modules = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [index === 0 ? 'orders' : `module-${index}`, {}]));
  const others = Object.keys(modules).slice(1).map((name, index) => health(name, live, told(20, index % 4 === 0 ? 1 : 0)));
  expect(found(registryWith(modules), bad, ...others)).toEqual([`orders live ${live}`]);
});

test('it stands out against modules of which each has few visitors', () => {
  const modules = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [index === 0 ? 'orders' : `module-${index}`, {}]));
  const others = Object.keys(modules).slice(1, 21).map((name) => health(name, live, told(1, 0)));
  expect(found(registryWith(modules), bad, ...others)).toEqual([`orders live ${live}`]);
});

test('not unless its failures stand out against those of all others', () => {
  // 40 percent, and the others 8.3 percent, or 7.7 percent.
  expect(found(twoModules, bad, health('carts', live, told(110, 10)))).toEqual([]);
  expect(found(twoModules, bad, health('carts', live, told(120, 10)))).toEqual([`orders live ${live}`]);
});

test.each([
  ['there is no other module', registryWith({ orders: {} }), []],
  ['nobody tells of the others', twoModules, []],
  ['too few tell of the others', twoModules, [health('carts', live, told(19, 0))]],
  ['what is told is of other releases than visitors can have', twoModules, [health('carts', other, told(900, 0))]],
  ['only the shell works', registryWith({ orders: {}, carts: {}, shell: { kind: 'shell' } }), [health('shell', live, told(900, 0))]],
])('not without a comparison: %s', (_what, registry, others) => {
  expect(found(registry, bad, ...others)).toEqual([]);
});

test('not if the release that stands in for it fails about as often: what both use is away', () => {
  // However well it worked as long as it was live.
  expect(found(twoModules, bad, health('orders', previous, told(500, 6)), good)).toEqual([]);
  expect(found(twoModules, bad, health('orders', previous, told(10, 5)), good)).toEqual([`orders live ${live}`]);
});

test('a canary is not if the live release beside it fails about as often', () => {
  const registry = registryWith({ orders: { canary: { release: canary, percent: 50 } }, carts: {} });
  expect(found(registry, health('orders', canary, told(3, 12)), health('orders', live, told(4, 12)), good)).toEqual([]);
  // It worked until just now.
  const now = [health('orders', canary, told(3, 12)), health('orders', live, told(4, 12)), good];
  expect(suspects(registry, [health('orders', canary, told(3, 12)), health('orders', live, told(400, 12)), good], now)).toEqual([]);
});

describe('when an outage begins, after minutes in which all went well', () => {
  /** The others as they are now, after this. */
  const nowAfter = (before: Told, now: Told): readonly (readonly [ReleaseHealth, ReleaseHealth])[] => [
    [bad, bad],
    [health('carts', live, { ...told(before.shown + now.shown, before.failed + now.failed) }), health('carts', live, now)],
  ];
  const suspected = (before: Told, now: Told) => {
    const pairs = nowAfter(before, now);
    return suspects(twoModules, pairs.map(([all]) => all), pairs.map(([, latest]) => latest)).map(({ name }) => name);
  };

  test('nobody is suspect as soon as the others fail as well', () => {
    expect(suspected(told(900, 0), told(2, 1))).toEqual([]);
  });

  test('nobody is suspect as soon as the others fail much more than usual', () => {
    expect(suspected(told(900, 2), told(95, 5))).toEqual([]);
    expect(suspected(told(900, 20), told(95, 5))).toEqual(['orders']);
    expect(suspected(told(900, 2), told(95, 4))).toEqual(['orders']);
  });
});
