import type { Candidate } from '../../src/palette/entries.ts';
import { suggestPages } from '../../src/palette/page-suggestions.ts';

const page = (path: string, title: string, ...keywords: string[]): Candidate => ({
  id: path, title, choose: { path }, findable: { titles: [title], keywords },
});

const PAGES = [page('/account', 'Your account', 'profile settings'), page('/account/security', 'Security'), page('/workspace', 'Workspace'), page('/orders', 'Bestellungen')];

const pathsFor = (pathname: string) => suggestPages(pathname, PAGES).map(({ path }) => path);

test.each([
  ['a typing error', '/acount', '/account'],
  ['swapped letters', '/wrokspace', '/workspace'],
  ['capitals and a last slash', '/Orders/', '/orders'],
  ['a title instead of the path', '/bestellungen', '/orders'],
  ['the end of the path only', '/security', '/account/security'],
  ['encoded letters', '/work%73pace', '/workspace'],
])('suggests first the page that is meant by %s', (_name, pathname, path) => {
  expect(pathsFor(pathname)[0]).toBe(path);
});

test('suggests the page above an unknown one', () => {
  expect(pathsFor('/workspace/garden/party')).toEqual(['/workspace']);
});

test.each(['/nothing/here', '/%zz', '/', `/${'x'.repeat(5000)}`])('suggests nothing for %.20s', (pathname) => {
  expect(pathsFor(pathname)).toEqual([]);
});

test('suggests each path once, and at most three', () => {
  const many = ['/orders', '/orders', '/order', '/orders2', '/orders3'].map((path) => page(path, path));
  const paths = suggestPages('/ordes', many).map(({ path }) => path);
  expect(paths).toHaveLength(3);
  expect(new Set(paths).size).toBe(3);
});
