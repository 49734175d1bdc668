/** @jest-environment node */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { newFolder, pageBuild, shellBuild, writeBuild } from '../support/small-build.ts';
import { atrium, atriumJson } from './run-command.ts';
import { seed } from './seed.ts';

jest.setTimeout(120_000);

const FROM_REGISTRY = ['--kit', '1.2.3'];

async function storeWith(...builds: Parameters<typeof writeBuild>[0][]): Promise<string> {
  const store = path.join(newFolder(), 'releases');
  for (const build of builds) await seed(store, writeBuild(build));
  return store;
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

test('creates a module with its name in every file, and the versions that page-kit was built for', async () => {
  const folder = newFolder();
  const { code, json } = await atriumJson(folder, ['new', 'my-orders', ...FROM_REGISTRY]);
  const made = path.join(folder, 'my-orders');
  expect([code, json]).toMatchObject([0, { ok: true, name: 'my-orders', folder: made, written: true, compared: false }]);
  expect(json['files']).toEqual(filesOf(made));
  expect(filesOf(made)).toEqual(expect.arrayContaining(['.gitignore', '.github/workflows/ci.yml', 'src/module.ts', 'site-pages.d.ts']));
  const all = filesOf(made).map((file) => [file, readFileSync(path.join(made, file), 'utf8')] as const);
  for (const [file, text] of all) expect([file, file.includes('__') || /__\w+__/.test(text)]).toEqual([file, false]);
  const text = (file: string) => all.find(([name]) => name === file)?.[1];
  expect(text('src/manifest.ts')).toContain("routes: { list: '/my-orders', item: '/my-orders/:id' }");
  expect(text('src/manifest.ts')).toContain(`contract: '^${packageJson.version}'`);
  expect(text('site-pages.d.ts')).toContain("'my-orders.item': { readonly id: string };");
  const [migration] = filesOf(path.join(made, 'supabase/migrations'));
  expect(migration).toMatch(/^\d{14}_my_orders_items\.sql$/);
  expect(text(`supabase/migrations/${migration}`)).toContain('alter table public.my_orders_items enable row level security;');
  expect(JSON.parse(text('package.json') ?? '')).toMatchObject({
    name: 'my-orders-module',
    devDependencies: { ...packageJson.peerDependencies, '@atrium/page-kit': '1.2.3' },
  });
});

test.each<[string, readonly string[], string | null]>([
  ['--kind extension', ['--kind', 'extension'], null],
  ['the answer "extension" in a terminal', [], 'extension'],
])('%s creates a module with an extension of the home page, and no pages', async (_what, args, answer) => {
  const folder = newFolder();
  const { code, out } = await atrium(folder, ['new', 'my-orders', ...args, ...FROM_REGISTRY], {}, answer);
  expect([code, out]).toEqual([0, expect.stringContaining('Created the page module my-orders in my-orders:')]);
  const made = filesOf(path.join(folder, 'my-orders'));
  expect(made).toEqual([
    '.github/workflows/ci.yml', '.gitignore', 'README.md', 'jest.config.js', 'package.json', 'site-pages.d.ts',
    'src/card/card.tsx', 'src/card/messages.ar.ts', 'src/card/messages.de.ts', 'src/card/messages.ts', 'src/languages/ar.ts', 'src/languages/de.ts',
    'src/manifest.ts', 'src/module.ts', 'test/card.test.tsx', 'tsconfig.json', 'webpack.config.js',
  ]);
  for (const file of made) expect(readFileSync(path.join(folder, 'my-orders', file), 'utf8')).not.toMatch(/__\w+__/);
  expect(readFileSync(path.join(folder, 'my-orders/src/manifest.ts'), 'utf8')).toContain("slot: 'site.home'");
});

test.each([[''], ['page']])('the answer "%s" in a terminal creates a module with pages', async (answer) => {
  const folder = newFolder();
  expect(await atrium(folder, ['new', 'orders', '--dry-run', ...FROM_REGISTRY], {}, answer)).toMatchObject({ code: 0, out: expect.stringContaining('src/list/list-page.tsx') as string });
});

test('copies a packed page-kit into the module', async () => {
  const folder = newFolder();
  writeFileSync(path.join(folder, 'atrium-page-kit-1.2.3.tgz'), 'packed');
  const { code, out } = await atrium(folder, ['new', 'orders', '--kit', 'atrium-page-kit-1.2.3.tgz', '--dir', 'team/module']);
  expect([code, out]).toEqual([0, expect.stringContaining('cd team/module\n  npm install')]);
  const made = path.join(folder, 'team/module');
  expect(readFileSync(path.join(made, 'vendor/atrium-page-kit-1.2.3.tgz'), 'utf8')).toBe('packed');
  expect(readFileSync(path.join(made, 'package.json'), 'utf8')).toContain('"@atrium/page-kit": "file:vendor/atrium-page-kit-1.2.3.tgz"');
});

test('--dry-run lists the files and creates none', async () => {
  const folder = newFolder();
  const { code, out } = await atrium(folder, ['new', 'orders', '--dry-run', ...FROM_REGISTRY]);
  expect([code, out]).toEqual([0, expect.stringMatching(/^Would create in orders:\n.* src\/module\.ts\n/s)]);
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['Orders', /"Orders" is not a valid module name: A name has 1 to 40 lowercase letters/],
  ['2orders', /starts with a letter/],
  ['my_orders', /lowercase letters, digits and hyphens/],
  ['a'.repeat(41), /1 to 40/],
  ['orders-', /must not end with a hyphen/],
  ['shell', /"shell" is not a valid module name: Every site has a part with this name/],
  ['auth', /"auth" is not a valid module name: Every site has a part with this name/],
  ['api', /"api" is not a valid module name: This path belongs to the site's own server/],
])('the name %s is a usage error', async (name, words) => {
  const folder = newFolder();
  const { code, out, err } = await atrium(folder, ['new', name, ...FROM_REGISTRY]);
  expect([code, out, err]).toEqual([2, '', expect.stringMatching(words)]);
  expect(readdirSync(folder)).toEqual([]);
});

test('refuses a name and a path that another live module has', async () => {
  const store = await storeWith(shellBuild(), pageBuild('orders', '/sales/*'));
  const folder = newFolder();
  const taken = await atriumJson(folder, ['new', 'orders', '--store', store, ...FROM_REGISTRY]);
  expect(taken).toMatchObject({ code: 1, json: { ok: false, error: { code: 'name-taken', message: expect.stringContaining('The site already has a module orders') as string } } });
  const clash = await atriumJson(folder, ['new', 'sales', '--store', store, ...FROM_REGISTRY]);
  expect(clash).toMatchObject({
    code: 1,
    json: { error: { code: 'path-taken', message: expect.stringContaining('The path /sales would conflict with /sales/*, which belongs to orders') as string } },
  });
  expect(existsSync(path.join(folder, 'orders'))).toBe(false);
  expect(await atriumJson(folder, ['new', 'customers', '--store', store, ...FROM_REGISTRY])).toMatchObject({ code: 0, json: { compared: true } });
  expect(readFileSync(path.join(folder, 'customers/site-pages.d.ts'), 'utf8')).toContain("readonly '*'?: string");
});

test('refuses a folder with files, but not a new repository', async () => {
  const folder = newFolder();
  mkdirSync(path.join(folder, 'orders/.git'), { recursive: true });
  expect(await atrium(folder, ['new', 'orders', ...FROM_REGISTRY])).toMatchObject({ code: 0 });
  const before = readFileSync(path.join(folder, 'orders/src/manifest.ts'), 'utf8');
  expect(await atriumJson(folder, ['new', 'orders', ...FROM_REGISTRY])).toMatchObject({ code: 1, json: { error: { code: 'folder-used' } } });
  expect(readFileSync(path.join(folder, 'orders/src/manifest.ts'), 'utf8')).toBe(before);
});

test.each([
  ['a missing file', 'gone.tgz', 1, /File not found: .*gone\.tgz/],
  ['neither a file nor a version', 'newest', 2, /--kit must be a version or a packed page-kit .* got "newest"/],
])('--kit with %s is an error', async (_what, kit, exitCode, words) => {
  const { code, err } = await atrium(newFolder(), ['new', 'orders', '--kit', kit]);
  expect([code, err]).toEqual([exitCode, expect.stringMatching(words)]);
});
