import { AdmittedFiles } from '../src/federation/admitted-files.ts';
import { guardScripts } from '../src/federation/script-guard.ts';
import { INTEGRITY, pageRelease } from './release-set-double.ts';

function admitted(): AdmittedFiles {
  const files = new AdmittedFiles(location.origin);
  files.admit(pageRelease('orders'));
  return files;
}

const address = `${location.origin}/releases/orders/aaaabbbbccccdddd/entry.js`;

test('gives chunk loading the hashes, and admits only files of the release set as script addresses', () => {
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
