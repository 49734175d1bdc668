import { readNextPath } from '../../src/visitor/next-path.ts';

const read = (next: string) => readNextPath(`?${new URLSearchParams({ next }).toString()}`);

test.each([
  ['/reports?tab=1#name', '/reports?tab=1#name'],
  ['reports', '/reports'],
  ['http://localhost/reports', '/reports'],
])('reads %s as a path of this site', (next, path) => {
  expect(read(next)).toBe(path);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/login',
  'http://localhost:81/',
  'http://localhost@evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  '/.//evil.example',
  'blob:http://localhost//evil.example',
  '/\t/evil.example',
  ' //evil.example',
  'http://',
  '',
])('never leaves the site for %j', (next) => {
  expect(read(next)).toBeNull();
});
