import { ArchivePaths } from '../../src/data/archive-paths.ts';
import { Archive } from '../../src/data/archive.ts';

const pathOf = (...segments: string[]) => new ArchivePaths().add(segments);

test.each([
  ['a path that leads out of the folder', ['..', '../../etc/passwd'], '_/_.._etc_passwd'],
  ['an absolute path', ['/', 'C:\\Windows\\a.dll'], '_/C__Windows_a.dll'],
  ['leading dots and trailing dots and spaces', ['.ssh', ' .profile. . '], 'ssh/profile'],
  ['control characters', ['a\0b', 'line\nbreak\u009F.txt'], 'a_b/line_break_.txt'],
  ['characters that hide the real ending', ['invoice\u202Efdp.exe'], 'invoice_fdp.exe'],
  ['characters that Windows forbids', ['a<b>c:"d"|e?*.txt'], 'a_b_c__d__e__.txt'],
  ['names of devices', ['con', 'NUL.txt', 'com1.tar.gz', 'lpt²', 'console.txt'], '_con/_NUL.txt/_com1.tar.gz/_lpt²/console.txt'],
  ['empty names', ['', '...', '   '], '_/_/_'],
  ['other scripts', ['Ärger', 'حفلة 🚀.png'], 'Ärger/حفلة 🚀.png'],
])('makes %s safe', (_, segments, path) => {
  expect(pathOf(...segments)).toBe(path);
});

test('shortens long names in whole characters, and keeps their extension', () => {
  const path = pathOf(`${'👨‍👩‍👧'.repeat(40)}.png`);
  expect(new TextEncoder().encode(path).length).toBeLessThanOrEqual(120);
  expect(path).toMatch(/^(?:👨‍👩‍👧)+\.png$/u);
  // One character that is longer than a name can be.
  expect(pathOf(`e${'\u0301'.repeat(200)}.txt`)).toBe('_.txt');
});

test('makes equal names different, also where a file system ignores case or has files and folders in one folder', () => {
  const paths = new ArchivePaths();
  const add = (...segments: string[]) => paths.add(segments);
  expect([add('Plans', 'a.txt'), add('Plans', 'a.txt'), add('plans', 'A.TXT'), add('Plans', 'a (2).txt')]).toEqual(['Plans/a.txt', 'Plans/a (2).txt', 'Plans/A (3).TXT', 'Plans/a (2) (2).txt']);
  expect(add('Plans')).toBe('Plans (2)');
  expect(add('Plans', 'a.txt', 'b')).toBe('Plans/a (4).txt/b');
  // Letters that are one character or two.
  expect([add('caf\u00E9'), add('cafe\u0301')]).toEqual(['caf\u00E9', 'caf\u00E9 (2)']);
});

test('refuses files for which the archive would need ZIP64', async () => {
  const file = await new Response('').blob();
  Object.defineProperty(file, 'size', { value: 5_000_000_000 });
  await expect(new Archive().addFile('video.mp4', file)).rejects.toMatchObject({ failure: { reason: 'size' } });
});
