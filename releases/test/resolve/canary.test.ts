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

test.each([1, 5, 12.5, 50, 99])('of 40 000 visitors, %d percent get the canary, within half a percent', (percent) => {
  const some = visitors.filter((visitor) => canariesOf({ canaries: [canaryOf('workspace', percent)] }, visitor).length > 0);
  expect(Math.abs((some.length / visitors.length) * 100 - percent)).toBeLessThan(0.5);
});

test('raising the percentage keeps every visitor, and 100 percent includes all', () => {
  const some = visitors.slice(0, 20_000);
  let before = new Set<string>();
  for (const percent of [0.1, 1, 5, 20, 20.5, 75, 100]) {
    const now = new Set(some.filter((visitor) => canariesOf({ canaries: [canaryOf('workspace', percent)] }, visitor).length > 0));
    expect([...before].filter((visitor) => !now.has(visitor))).toEqual([]);
    before = now;
  }
  expect(before.size).toBe(some.length);
});

test('another canary, or one of another module, gets different visitors', () => {
  const both = visitors.filter((visitor) => canaryPosition(visitor, 'workspace', RELEASE) < 10 && canaryPosition(visitor, 'account', RELEASE) < 10);
  const again = visitors.filter((visitor) => canaryPosition(visitor, 'workspace', RELEASE) < 10 && canaryPosition(visitor, 'workspace', 'bbbbbbbbbbbbbbbb') < 10);
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
