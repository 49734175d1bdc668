/** @jest-environment node */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createPageModule } from '../../src/command/programs/create-page-module.ts';
import { newFolder, shellBuild, writeBuild } from '../support/small-build.ts';
import { atrium, atriumJson, atriumProcess } from './run-command.ts';

jest.setTimeout(60_000);

const COMMANDS = ['new', 'dev', 'types', 'verify', 'publish', 'check', 'status', 'trace', 'rollback', 'history', 'retire', 'token', 'gc'];

test('the help lists every command, and each has its own help', async () => {
  const folder = newFolder();
  const { code, out } = await atrium(folder, ['--help']);
  expect(code).toBe(0);
  for (const name of COMMANDS) {
    expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
    const own = await atrium(folder, [name, '--help']);
    expect(own).toMatchObject({ code: 0, out: expect.stringMatching(new RegExp(`^atrium ${name}: .*--json.*--help`, 's')) as string, err: '' });
  }
});

test('create-page-module is one command without a name of its own', async () => {
  const folder = newFolder();
  const run = (...args: string[]) => atrium(folder, args, {}, null, createPageModule);
  expect(await run('orders', '--kit', '1.2.3')).toMatchObject({ code: 0, out: expect.stringContaining('Created the page module orders in orders:') as string });
  expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringMatching(/^create-page-module: creates .*\n\n {2}create-page-module NAME \[options\]\n/) as string });
  expect(await run('--version')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string });
  expect(await run('news', '--kid')).toMatchObject({ code: 2, err: expect.stringContaining('Run create-page-module --help.') as string });
  expect(await run()).toMatchObject({ code: 2, err: expect.stringContaining('Missing argument: NAME') as string });
});

test.each<[number, string[], string, RegExp]>([
  [0, ['--help'], 'out', /^ {2}publish /m],
  [1, ['status', '--json'], 'out', /"code": "no-store"/],
  [2, ['deploy'], 'err', /^[^\n]*Unknown command "deploy"[^\n]*\n$/],
])('the process ends with exit code %d after %j, and prints to one stream', async (code, args, stream, words) => {
  const run = await atriumProcess(newFolder(), args);
  expect(run).toEqual({ code, out: '', err: '', [stream]: expect.stringMatching(words) as string });
});

test.each<[string, string[], RegExp]>([
  ['an unknown command', ['deploy'], /Unknown command "deploy"/],
  ['an unknown option', ['status', '--verbose'], /Unknown option '--verbose'.*atrium status --help/],
  ['an unknown kind of module', ['new', 'orders', '--kind', 'site'], /The kind of a module is page or extension, got "site"/],
  ['a surplus argument', ['check', 'orders'], /Unexpected argument: "orders"/],
  ['a site with a path', ['dev', '--site', 'https://site.example/app'], /without a path/],
  ['a budget that is not a number', ['verify', '--budget-kb', 'small'], /--budget-kb must be a whole number .* got "small"/],
  ['a missing name', ['retire'], /Missing argument: NAME/],
  ['a limit that is not a number', ['status', '--limit', 'many', '--store', '.'], /--limit must be a whole number .* got "many"/],
  ['a number out of bounds', ['history', '--limit', '0', '--store', '.'], /--limit must be a whole number from 1 to 1000, got "0"/],
  ['two stores', ['status', '--store', 'a', '--site', 'https://site.example'], /either --store or --site/],
  ['an invalid URL', ['status', '--site', 'site.example'], /The site must be a URL/],
  ['an address without TLS', ['status', '--site', 'http://site.example'], /Refusing to send the token .* without encryption/],
  ['an email address', ['retire', 'orders', '--store', '.', '--who', 'ada@example.org'], /not an email address/],
  ['an unknown token action', ['token', 'steal', 'orders', '--store', '.'], /Unknown action "steal"/],
  ['a token action without an id', ['token', 'revoke', '--store', '.'], /Pass the id of the token/],
])('%s is a usage error: exit code 2, and one line that explains it', async (_what, args, words) => {
  const folder = newFolder();
  const { code, out, err } = await atrium(folder, args, { ATRIUM_TOKEN: 'atrium_hush' });
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(words);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(err).not.toContain('hush');
});

test('--json prints a usage error as a JSON document', async () => {
  const { code, json } = await atriumJson(newFolder(), ['history', '--limit', '0', '--store', '.']);
  expect([code, json]).toEqual([2, { ok: false, command: 'history', error: { code: 'usage', message: expect.stringContaining('--limit must be') as string } }]);
  expect((await atriumJson(newFolder(), ['deploy'])).json).toMatchObject({ ok: false, command: null, error: { code: 'usage' } });
});

test('an old version of Node is a failure that names the supported ones', async () => {
  const pretend = `data:text/javascript,${encodeURIComponent('Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.18.3" } })')}`;
  const { code, out, err } = await atriumProcess(newFolder(), ['--help'], { NODE_OPTIONS: `--import=${pretend}` });
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^Atrium supports Node \^20\.19\.0, .*, and this is Node 20\.18\.3\. Install a supported version[^\n]*\n$/);
});

test.each<[string, string[], string, RegExp]>([
  ['no build', ['publish', '--store', '.'], 'no-build', /Build first \(npx atrium build\)/],
  ['no store', ['status'], 'no-store', /--store.*--site/],
  ['no token', ['status', '--site', 'https://site.example'], 'no-token', /ATRIUM_TOKEN/],
])('%s is a failure with an error code, and says what to do', async (_what, args, code, words) => {
  expect(await atriumJson(newFolder(), args)).toMatchObject({ code: 1, json: { ok: false, error: { code, message: expect.stringMatching(words) as string } } });
});

test.each<[Record<string, string>, string, string]>([
  [{}, 'no-project', '--store supabase: needs RELEASES_SUPABASE_URL and RELEASES_SUPABASE_KEY'],
  [{ RELEASES_SUPABASE_URL: 'http://releases.example.org', RELEASES_SUPABASE_KEY: 'sb_secret_hush' }, 'usage', 'Refusing to send the key to http://releases.example.org without encryption'],
  [{ RELEASES_SUPABASE_URL: 'http://127.0.0.1:9', RELEASES_SUPABASE_KEY: 'sb_secret_hush' }, 'store-unavailable', 'The release store is unreachable: 127.0.0.1:9 cannot be reached'],
])('explains why it cannot use the Supabase project of %j, and never shows the key', async (environment, code, words) => {
  const { json } = await atriumJson(newFolder(), ['token', 'list', '--store', 'supabase:'], environment);
  expect(json).toMatchObject({ ok: false, error: { code, message: expect.stringContaining(words) as string } });
  expect(JSON.stringify(json)).not.toContain('hush');
});

test.each<[string, (folder: string) => void]>([
  ['an empty folder', () => undefined],
  ['a file in place of dist', (folder) => writeFileSync(path.join(folder, 'dist'), '')],
  ['a folder in place of build.json', (folder) => mkdirSync(path.join(folder, 'dist/build.json'), { recursive: true })],
])('%s has no build', async (_what, make) => {
  const folder = newFolder();
  make(folder);
  expect(await atriumJson(folder, ['check', '--store', '.'])).toMatchObject({ code: 1, json: { error: { code: 'no-build' } } });
});

test('a build that cannot be read is a system error, not a missing build', async () => {
  const folder = newFolder();
  mkdirSync(path.join(folder, 'dist'));
  symlinkSync('build.json', path.join(folder, 'dist/build.json'));
  for (const args of [['check'], ['history'], ['rollback']]) {
    expect(await atriumJson(folder, [...args, '--store', '.'])).toMatchObject({
      code: 1, json: { error: { code: 'system', message: expect.stringContaining('ELOOP') as string } },
    });
  }
});

test('reports an invalid build description', async () => {
  const { description, files } = shellBuild();
  const folder = writeBuild({ description: { ...description, getPublicPath: 'alert(1)' }, files });
  expect(await atriumJson(folder, ['check', '--store', 'releases'])).toMatchObject({ code: 1, json: { error: { code: 'bad-build' } } });
});

test('the environment selects the store, an option overrides it, and the default is the nearest folder', async () => {
  const folder = newFolder();
  const built = writeBuild(shellBuild(), path.join(folder, 'team/shell'));
  expect(await atrium(built, ['publish'], { ATRIUM_STORE: path.join(folder, '.atrium/releases') })).toMatchObject({ code: 0 });
  expect((await atriumJson(built, ['status'])).json).toMatchObject({ total: 1 });
  mkdirSync(path.join(built, 'elsewhere'));
  expect((await atriumJson(built, ['status', '--store', 'elsewhere'], { ATRIUM_STORE: '../../.atrium/releases' })).json).toMatchObject({ total: 0 });
  expect((await atriumJson(folder, ['publish', '--dir', 'team/shell'])).json).toMatchObject({ ok: true, changed: false });
});
