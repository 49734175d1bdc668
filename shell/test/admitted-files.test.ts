import { admittedFiles } from '../src/federation/admitted-files.ts';
import { INTEGRITY, pageRelease, releaseSet } from './release-set-double.ts';

const files = admittedFiles(releaseSet([pageRelease('orders')]), 'https://site.example');

test.each([
  'https://site.example/releases/orders/aaaabbbbccccdddd/entry.js',
  '/releases/orders/aaaabbbbccccdddd/page.css',
  '/releases/shell/2222333344445555/main.js',
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
