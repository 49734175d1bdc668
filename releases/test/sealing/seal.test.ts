import { createHash } from 'node:crypto';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { RELEASE_PLACEHOLDER } from '../../src/model/release-manifest.ts';
import { sealBuild, SealError } from '../../src/sealing/seal.ts';
import { folderOf, pageBuild, pageFiles, shellFiles } from '../support/builds.ts';

test('replaces the placeholder by the release id in texts, maps and the manifest, and keeps every length', async () => {
  const source = pageFiles();
  const { manifest, files } = await sealBuild(await folderOf(source));
  expect(manifest.release).toMatch(/^[a-z2-7]{16}$/);
  expect(manifest.global).toBe(`atrium_workspace_${manifest.release}`);
  expect(Object.keys(manifest)).not.toContain('placeholder');
  expect([...files.keys()]).toEqual(Object.keys(source).filter((path) => path !== 'build.json').sort());
  for (const [path, content] of files) {
    expect(content.includes(RELEASE_PLACEHOLDER)).toBe(false);
    expect(content.length).toBe(Buffer.from(source[path] ?? '').length);
  }
  expect(files.get('remote.js')?.toString()).toContain(`id: "${manifest.release}"`);
  expect(files.get('parts/board.js.map')?.toString()).toContain(`webpack://${manifest.release}/board.ts`);
  expect(files.get('dot.png')).toEqual(source['dot.png']);
});

test('has integrity and size of each file as served', async () => {
  const { manifest, files } = await sealBuild(await folderOf(pageFiles()));
  expect(Object.keys(manifest.files).sort()).toEqual([...files.keys()].sort());
  for (const [path, content] of files) {
    const digest = createHash('sha384').update(content).digest('base64');
    expect(manifest.files[path]).toEqual({ integrity: `sha384-${digest}`, bytes: content.length });
  }
});

test('the same output gives the same release, whatever the order of keys in build.json', async () => {
  const one = await sealBuild(await folderOf(pageFiles()));
  const turned = Object.fromEntries(Object.entries(pageBuild()).reverse());
  const other = await sealBuild(await folderOf(pageFiles(turned)));
  expect(other.manifest).toEqual(one.manifest);
});

test('a different byte, path or description gives a different release', async () => {
  const builds = [
    pageFiles(),
    pageFiles(pageBuild(), ' '),
    { ...pageFiles(), 'extra.txt': '' },
    pageFiles(pageBuild({ routerNames: [] })),
  ];
  const ids = await Promise.all(builds.map(async (files) => (await sealBuild(await folderOf(files))).manifest.release));
  expect(new Set(ids).size).toBe(builds.length);
});

test('seals a shell', async () => {
  const { manifest } = await sealBuild(await folderOf(shellFiles()));
  expect(manifest).toMatchObject({ kind: 'shell', initial: { scripts: ['main.js'], styles: ['main.css'] } });
});

test.each<[string, Record<string, unknown>, RegExp]>([
  ['getPublicPath', { getPublicPath: 'return "//evil"' }, /getPublicPath/],
  ['a placeholder of another length', { placeholder: 'short' }, /placeholder/],
  ['a global without the placeholder', { global: 'atrium_workspace' }, /does not contain the placeholder/],
  ['a missing file', { entry: 'gone.js' }, /gone\.js, which does not exist/],
  ['no ./module', { exposes: {} }, /expose \.\/module/],
  ['other routes than in the module manifest', { routes: {} }, /route board that the build does not have/],
  ['a type for a slot that the module manifest does not have', { slotProps: { sections: '{}' } }, /type for a slot sections that its module manifest does not have/],
  ['a slot without a type', { moduleManifest: { ...(pageBuild()['moduleManifest'] as object), slots: { sections: { version: '1.0' } } } }, /slot sections without a type/],
  ['a type of 4,001 characters', { slotProps: { sections: 'x'.repeat(4001) } }, /slotProps/],
  ['another contract than in the module manifest', { contract: '^2' }, /contract range/],
  ['another name than in the module manifest', { name: 'orders' }, /name is workspace in the module manifest/],
  ['a path that climbs', { entry: '../remote.js' }, /file path is relative/],
])('refuses a build with %s', async (_what, change, message) => {
  const sealing = sealBuild(await folderOf(pageFiles(pageBuild(change))));
  await expect(sealing).rejects.toBeInstanceOf(SealError);
  await expect(sealing).rejects.toThrow(message);
});

test.each(['.env', 'a b.js', 'main.js.br', 'ü.js'])('refuses the file name %s', async (path) => {
  await expect(sealBuild(await folderOf({ ...pageFiles(), [path]: '' }))).rejects.toBeInstanceOf(SealError);
});

test('refuses a link, which could add a file from outside', async () => {
  const folder = await folderOf(pageFiles());
  await symlink('/etc/hostname', join(folder, 'host.txt'));
  await expect(sealBuild(folder)).rejects.toMatchObject({
    cause: new Error('host.txt is a link or a device; a build has plain files only'),
  });
});

test.each<[string, Record<string, string>, RegExp]>([
  ['has no build.json', { 'main.js': '' }, /no build\.json/],
  ['has a build.json that is no JSON', { 'build.json': '<html>' }, /not JSON/],
])('reports an output that %s', async (_what, files, message) => {
  await expect(sealBuild(await folderOf(files))).rejects.toThrow(message);
});

test('reports a missing output folder', async () => {
  await expect(sealBuild('/nowhere/at/all')).rejects.toThrow(/Build first/);
});
