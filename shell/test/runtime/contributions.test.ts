import type { ContributionListing, Contributions, ReleaseDetails } from '@atrium/releases/wire';
import { isForUser, SiteContributions } from '../../src/runtime/contributions.ts';
import { RemoteUnavailableError } from '../../src/runtime/site-source.ts';
import { TabModules } from '../../src/runtime/tab-modules.ts';
import { pageRelease } from '../release-set-double.ts';
import { manifestOf, moduleFor } from '../render-site.tsx';
import { ada } from '../sign-in-double.tsx';

const slots = (version: string): Contributions => ({ slots: { main: { version } } });

/** Contributions of modules with a live release `live` and a previous one `before`, whose requests the test completes. */
function contributionsOf(names: readonly string[], live: ContributionListing['modules']) {
  const modules = new TabModules(names.map((name) => moduleFor(manifestOf(name), 'live', 'before')), true);
  const requested: string[] = [];
  let isOnline = true;
  const respond = <T>(what: string, value: T): Promise<T> => {
    requested.push(what);
    return isOnline ? Promise.resolve(value) : Promise.reject(new Error('No response'));
  };
  const site = new SiteContributions(modules, {
    listing: () => respond('listing', { schema: 1, modules: live }),
    details: (name, release) => respond<ReleaseDetails>(`${name} ${release}`, { ...pageRelease(name, release), contributions: slots(`${release.length}.0`) }),
  });
  const shown = () => site.list?.map(({ module, contributions }) => `${module.manifest.name} ${contributions.slots?.['main']?.version}`) ?? null;
  return { site, modules, requested, shown, setOnline: (value: boolean) => (isOnline = value) };
}

test('requests the listing once, and lists the tab\'s modules in their order', async () => {
  const { site, requested, shown } = contributionsOf(
    ['orders', 'account'],
    [{ name: 'account', release: 'live', contributions: slots('1.0') }, { name: 'unknown', release: 'live', contributions: slots('9.0') }, { name: 'orders', release: 'live', contributions: slots('2.0') }],
  );
  expect(shown()).toBeNull();
  await Promise.all([site.load(), site.load()]);
  await site.load();
  expect(shown()).toEqual(['orders 2.0', 'account 1.0']);
  expect(requested).toEqual(['listing']);
});

test('requests the details of a release that the listing lacks', async () => {
  const { site, requested, shown } = contributionsOf(['orders'], [{ name: 'orders', release: 'newer', contributions: slots('1.0') }]);
  await site.load();
  expect(requested).toEqual(['listing', 'orders live']);
  expect(shown()).toEqual(['orders 4.0']);
});

test('notifies when the details of a release cannot be requested', async () => {
  const { site, setOnline } = contributionsOf(['orders'], [{ name: 'orders', release: 'newer', contributions: slots('1.0') }]);
  const seen: boolean[] = [];
  site.subscribe(() => {
    seen.push(site.hasFailed);
    // The listing has arrived.
    setOnline(false);
  });
  await site.load();
  expect(seen.at(-1)).toBe(true);
});

test('follows the tab when a module falls back to its previous release or leaves the site', async () => {
  const { site, modules, requested, shown } = contributionsOf(['orders', 'account'], [
    { name: 'orders', release: 'live', contributions: slots('1.0') },
    { name: 'account', release: 'live', contributions: slots('1.0') },
  ]);
  await site.load();
  const lists = [site.list];
  site.subscribe(() => lists.push(site.list));
  modules.fallBack(new RemoteUnavailableError('orders', 'live', 'It could not be loaded.'));
  expect(shown()).toEqual(['orders 1.0', 'account 1.0']);
  await site.load();
  expect(requested).toEqual(['listing', 'orders before']);
  expect(shown()).toEqual(['orders 6.0', 'account 1.0']);
  modules.replace(modules.list.map((module) => ({ ...module, retired: module.manifest.name === 'account' })), true);
  expect(shown()).toEqual(['orders 6.0']);
  expect(new Set(lists).size).toBe(3);
});

test('keeps the list until a failed request succeeds, and retries when the tab is online again', async () => {
  const { site, requested, shown, setOnline } = contributionsOf(['orders'], [{ name: 'orders', release: 'live', contributions: slots('1.0') }]);
  setOnline(false);
  await site.load();
  expect(shown()).toBeNull();
  setOnline(true);
  window.dispatchEvent(new Event('online'));
  await site.load();
  expect(shown()).toEqual(['orders 1.0']);
  window.dispatchEvent(new Event('online'));
  await site.load();
  expect(requested).toEqual(['listing', 'listing']);
});

test.each<[string, Parameters<typeof isForUser>[0], Partial<Parameters<typeof isForUser>[1]>, boolean]>([
  ['a part for all is shown to visitors', {}, {}, true],
  ['a part for users is hidden from visitors', { requires: 'signed-in' }, {}, false],
  ['a part for users is shown to a user', { requires: 'signed-in' }, { user: ada, assurance: { currentLevel: 'aal1', nextLevel: 'aal1' } }, true],
  ['a part for users is hidden while a code is missing', { requires: 'signed-in' }, { user: ada, assurance: { currentLevel: 'aal1', nextLevel: 'aal2' } }, false],
  ['a part for visitors is hidden from users', { requires: 'signed-out' }, { user: ada }, false],
  ['a part with a level is hidden below it', { assurance: 'aal2' }, { user: ada, assurance: { currentLevel: 'aal1', nextLevel: 'aal2' } }, false],
  ['a part with a level is shown at it', { assurance: 'aal2' }, { user: ada, assurance: { currentLevel: 'aal2', nextLevel: 'aal2' } }, true],
  ['advice to add a second factor is hidden from visitors', { secondFactor: 'missing' }, {}, false],
  ['advice to add a second factor is shown to a user without one', { secondFactor: 'missing' }, { user: ada, assurance: { currentLevel: 'aal1', nextLevel: 'aal1' } }, true],
  ['advice to add a second factor is hidden from a user with one', { secondFactor: 'missing' }, { user: ada, assurance: { currentLevel: 'aal2', nextLevel: 'aal2' } }, false],
  ['a part with a permission is hidden without it', { permission: 'orders.approve' }, { user: ada, permissions: ['orders.read'] }, false],
  ['a part with a permission is shown with it', { permission: 'orders.approve' }, { user: ada, permissions: ['orders.approve'] }, true],
])('%s', (_what, audience, state, isShown) => {
  expect(isForUser(audience, { user: null, assurance: { currentLevel: null, nextLevel: null }, permissions: [], ...state })).toBe(isShown);
});
