import { AdmittedFiles, guardScripts } from '../../src/federation/admitted-files.ts';
import { INTEGRITY, pageRelease } from '../release-set-double.ts';

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

test('admits the files of another release once it is named, and keeps those of the earlier one', () => {
  const address = '/releases/stock/bbbbccccddddeeee/entry.js';
  expect(() => files.integrityOf(address)).toThrow('is in no release of this tab');
  files.admit(pageRelease('stock', 'bbbbccccddddeeee'));
  expect(files.integrityOf(address)).toBe(INTEGRITY);
  expect(files.integrityOf('/releases/orders/aaaabbbbccccdddd/entry.js')).toBe(INTEGRITY);
});

describe('the script guard', () => {
  function admitted(): AdmittedFiles {
    const files = new AdmittedFiles(location.origin);
    files.admit(pageRelease('orders'));
    return files;
  }

  const address = `${location.origin}/releases/orders/aaaabbbbccccdddd/entry.js`;

  test('gives chunk loading the hashes, and allows only script addresses of the release set', () => {
    const createPolicy = jest.fn();
    Reflect.set(globalThis, 'trustedTypes', { createPolicy });
    guardScripts(admitted());

    expect(globalThis.atriumIntegrity(address)).toBe(INTEGRITY);
    const [name, rules] = createPolicy.mock.calls[0] as [string, { createScriptURL(text: string): string }];
    expect(name).toBe('default');
    expect(Object.keys(rules)).toEqual(['createScriptURL']);
    expect(rules.createScriptURL(address)).toBe(address);
    expect(() => rules.createScriptURL('https://evil.example/x.js')).toThrow('is in no release of this tab');
    Reflect.deleteProperty(globalThis, 'trustedTypes');
  });

  test('works in browsers without Trusted Types', () => {
    guardScripts(admitted());
    expect(globalThis.atriumIntegrity(address)).toBe(INTEGRITY);
  });
});
