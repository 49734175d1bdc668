import type { ReleaseListing } from '@atrium/releases/wire';
import { detailsOf, replaceInListing, replaceInSet } from '../../src/site-proxy/replacement.ts';
import { authRelease, id, listed, pageRelease, releaseSet, shellRelease } from './releases.ts';

const NOTHING = { shell: null, auth: null, pages: [] };
const account = listed(pageRelease('account', id('c')));
const orders = listed(pageRelease('orders', id('o'), '/orders'), id('p'));

test('replaces a live module, without a fallback release', () => {
  const edited = pageRelease('orders', id('e'), '/orders/*');
  const set = replaceInSet(releaseSet([orders, account]), { ...NOTHING, pages: [edited] });
  expect(set.pages.map(({ name, release, previous }) => [name, release, previous])).toEqual([
    ['orders', id('e'), null],
    ['account', id('c'), null],
  ]);
  expect(set.pages[0]?.manifest.routes).toEqual({ list: '/orders/*' });
  expect(set.pages[0]?.files?.base).toBe(`/releases/orders/${id('e')}/`);
});

test('adds a module that is not live, and changes nothing else', () => {
  const before = releaseSet([account]);
  const set = replaceInSet(before, { ...NOTHING, pages: [pageRelease('orders', id('e'))] });
  expect(set).toEqual({ ...before, pages: [account, expect.objectContaining({ name: 'orders', previous: null })] });
});

test('replaces the shell and the auth remote', () => {
  const set = replaceInSet(releaseSet([]), { shell: shellRelease(id('t')), auth: authRelease(id('d')), pages: [] });
  expect([set.shell.release, set.auth?.release, set.auth?.previous]).toEqual([id('t'), id('d'), null]);
});

test('the listing matches the document, so that open tabs keep their releases', () => {
  const listing: ReleaseListing = { schema: 3, revision: 7, shell: id('s'), auth: id('a'), pages: [{ ...orders, files: null }] };
  const edited = pageRelease('orders', id('e'));
  const replaced = replaceInListing(listing, { shell: shellRelease(id('t')), auth: authRelease(id('d')), pages: [edited] });
  expect(replaced).toMatchObject({ shell: id('t'), auth: id('d'), pages: [{ name: 'orders', release: id('e'), previous: null, files: null }] });
  expect(replaceInListing(listing, NOTHING)).toEqual(listing);
});

test('has details of the replacement only', () => {
  const edited = pageRelease('orders', id('e'));
  const replacement = { shell: null, auth: authRelease(id('d')), pages: [edited] };
  expect(detailsOf(replacement, 'orders', id('e'))).toEqual(edited);
  expect(detailsOf(replacement, 'auth', id('d'))?.release).toBe(id('d'));
  expect(detailsOf(replacement, 'orders', id('o'))).toBeNull();
});
