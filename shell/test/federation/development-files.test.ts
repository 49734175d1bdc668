import { DevelopmentFiles } from '../../src/development/development-files.ts';
import { INTEGRITY, pageRelease } from '../release-set-double.ts';

const FOLDER = '/releases/orders/aaaabbbbccccdddd/';

function filesOf(block: string): DevelopmentFiles {
  document.head.innerHTML = block;
  const files = new DevelopmentFiles('https://site.example', document);
  files.admit(pageRelease('stock'));
  return files;
}

const block = (data: unknown) => `<script type="application/json" id="atrium-development">${JSON.stringify(data)}</script>`;

test('admits every file in a folder under development, without a hash', () => {
  const files = filesOf(block({ folders: [FOLDER] }));
  expect(files.integrityOf(`https://site.example${FOLDER}main.0123.hot-update.js`)).toBe('');
  expect(files.integrityOf(`${FOLDER}entry.js?attempt=1`)).toBe('');
  expect([files.isDeveloped(FOLDER), files.isDeveloped('/releases/stock/aaaabbbbccccdddd/')]).toEqual([true, false]);
});

test.each([
  ['another origin', `https://evil.example${FOLDER}entry.js`],
  ['a path that leads out of the folder', `${FOLDER}../../../evil.js`],
  ['another folder', '/releases/sales/aaaabbbbccccdddd/entry.js'],
])('still refuses %s', (_, address) => {
  expect(() => filesOf(block({ folders: [FOLDER] })).integrityOf(address)).toThrow('is in no release of this tab');
});

test('requires the hash of all other files, and of all files without development', () => {
  const stock = '/releases/stock/aaaabbbbccccdddd/entry.js';
  expect(filesOf(block({ folders: [FOLDER] })).integrityOf(stock)).toBe(INTEGRITY);
  expect(() => filesOf('').integrityOf(`${FOLDER}entry.js`)).toThrow('is in no release of this tab');
});

test('refuses a malformed data block', () => {
  expect(() => filesOf(block({ folders: '/' }))).toThrow('Invalid type');
});
