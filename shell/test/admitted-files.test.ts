import { AdmittedFiles } from '../src/federation/admitted-files.ts';
import { INTEGRITY, pageRelease } from './release-set-double.ts';

const files = new AdmittedFiles('https://site.example');
files.admit(pageRelease('orders'));

test.each([
  'https://site.example/releases/orders/aaaabbbbccccdddd/entry.js',
  '/releases/orders/aaaabbbbccccdddd/page.css',
  '/releases/orders/aaaabbbbccccdddd/entry.js?attempt=2',
])('gives the hash of %s', (address) => {
  expect(files.integrityOf(address)).toBe(INTEGRITY);
});

test.each([
  ['a file that the release does not name', '/releases/orders/aaaabbbbccccdddd/other.js'],
  ['another release', '/releases/orders/zzzzbbbbccccdddd/entry.js'],
  ['another origin', 'https://evil.example/releases/orders/aaaabbbbccccdddd/entry.js'],
  ['another scheme', 'data:text/javascript,alert(1)'],
  ['a path that leads elsewhere', '/releases/orders/aaaabbbbccccdddd/../../../evil.js'],
])('refuses %s', (_, address) => {
  expect(() => files.integrityOf(address)).toThrow('is in no release of this tab');
});

test('admits the files of another release once it is named, and keeps those of the one before', () => {
  const address = '/releases/stock/bbbbccccddddeeee/entry.js';
  expect(() => files.integrityOf(address)).toThrow('is in no release of this tab');
  files.admit(pageRelease('stock', 'bbbbccccddddeeee'));
  expect(files.integrityOf(address)).toBe(INTEGRITY);
  expect(files.integrityOf('/releases/orders/aaaabbbbccccdddd/entry.js')).toBe(INTEGRITY);
});
