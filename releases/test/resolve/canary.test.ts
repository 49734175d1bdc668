import { canariesOf, canaryPosition, withCanaries } from '../../src/resolve/canary.ts';
import type { SiteCanary, LiveSite } from '../../src/resolve/live-site.ts';
import type { ListedPage } from '../../src/wire/release-set.ts';

const RELEASE = 'abcdefgh234567ab';

/** A page module's entry in a document. */
function pageOf(name: string, id: string): ListedPage {
  return { name, release: id, previous: null, manifest: { name, contract: '^2.0', title: { en: name }, routes: { all: `/${name}` }, navigation: [] }, files: null };
}

function canaryOf(name: string, percent: number): SiteCanary {
  return { name, release: RELEASE, percent, page: pageOf(name, RELEASE) };
}

// The same visitors in each run, and enough of them: their share differs from the expected one by less than half a percent.
const visitors = Array.from({ length: 40_000 }, (_, index) => index.toString(16).padStart(32, '0'));

const positions = visitors.map((visitor) => canaryPosition(visitor, 'workspace', RELEASE));

test('the positions of 40 000 visitors are even, within half a percent, and below 100', () => {
  for (const percent of [1, 5, 12.5, 50, 99]) {
    const share = positions.filter((position) => position < percent).length / visitors.length;
    expect(Math.abs(share * 100 - percent)).toBeLessThan(0.5);
  }
  expect(Math.min(...positions)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...positions)).toBeLessThan(100);
});

test('visitors below the percentage get the canary, so raising it keeps every visitor, and 100 percent includes all', () => {
  for (const percent of [0.1, 1, 5, 20, 20.5, 75, 100]) {
    const canaries = [canaryOf('workspace', percent)];
    const admitted = visitors.slice(0, 500).map((visitor) => canariesOf({ canaries }, visitor).length > 0);
    expect(admitted).toEqual(positions.slice(0, 500).map((position) => position < percent));
  }
});

test('another canary, or one of another module, gets different visitors', () => {
  const first = visitors.filter((_visitor, index) => (positions[index] ?? 100) < 10);
  const both = first.filter((visitor) => canaryPosition(visitor, 'account', RELEASE) < 10);
  const again = first.filter((visitor) => canaryPosition(visitor, 'workspace', 'bbbbbbbbbbbbbbbb') < 10);
  for (const some of [both, again]) expect(Math.abs(some.length / visitors.length - 0.01)).toBeLessThan(0.005);
});

test('a canary replaces the live release, and a new module comes last', () => {
  const live = 'bbbbbbbbbbbbbbbb';
  const shell: LiveSite['shell'] = { name: 'shell', release: live, base: `/releases/shell/${live}/`, scripts: {}, styles: {}, initial: { scripts: [], styles: [] } };
  const site: LiveSite = { revision: 1, shell, auth: null, pages: [pageOf('account', live), pageOf('workspace', live)], canaries: [], contributions: new Map(), languages: new Map(), prerendered: new Map() };
  const next = { ...shell, release: RELEASE };
  const names = (given: readonly SiteCanary[]) => withCanaries(site, given).pages.map((page) => `${page.name} ${page.release}`);
  expect(names([])).toEqual([`account ${live}`, `workspace ${live}`]);
  expect(names([canaryOf('account', 5), canaryOf('orders', 5)])).toEqual([`account ${RELEASE}`, `workspace ${live}`, `orders ${RELEASE}`]);
  expect(withCanaries(site, [{ name: 'shell', release: RELEASE, percent: 1, shell: next }]).shell).toBe(next);
});
