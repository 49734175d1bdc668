/** @jest-environment node */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newFolder, shellBuild, writeBuild } from '../release/small-build.ts';
import { atrium, atriumJson, atriumProcess } from './run-command.ts';

jest.setTimeout(60_000);

const commands = ['new', 'dev', 'types', 'verify', 'publish', 'check', 'status', 'rollback', 'history', 'retire', 'token', 'gc'];

test('the help names every command, and each has a help of its own', async () => {
  const folder = newFolder();
  const { code, out } = await atrium(folder, ['--help']);
  expect(code).toBe(0);
  for (const name of commands) {
    expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
    const own = await atrium(folder, [name, '--help']);
    expect(own).toMatchObject({ code: 0, out: expect.stringMatching(new RegExp(`^atrium ${name}: .*--json.*--help`, 's')) as string, err: '' });
  }
});

test.each<[number, string[], string, RegExp]>([
  [0, ['--help'], 'out', /^ {2}publish /m],
  [1, ['status', '--json'], 'out', /"code": "no-store"/],
  [2, ['deploy'], 'err', /^[^\n]*There is no command "deploy"[^\n]*\n$/],
])('the process ends with exit code %d after %j, and prints to one stream', async (code, args, stream, words) => {
  const run = await atriumProcess(newFolder(), args);
  expect(run).toEqual({ code, out: '', err: '', [stream]: expect.stringMatching(words) as string });
});

test.each<[string, string[], RegExp]>([
  ['an unknown command', ['deploy'], /There is no command "deploy"/],
  ['an unknown option', ['status', '--verbose'], /Unknown option '--verbose'.*atrium status --help/],
  ['a surplus word', ['check', 'orders'], /"orders" is not expected/],
  ['a site with a path', ['dev', '--site', 'https://site.example/app'], /without a path/],
  ['a budget that is none', ['verify', '--budget-kb', 'small'], /--budget-kb small will not do/],
  ['a missing name', ['retire'], /NAME is missing/],
  ['a number that is none', ['status', '--limit', 'many', '--store', '.'], /--limit many will not do/],
  ['a number out of bounds', ['history', '--limit', '0', '--store', '.'], /--limit 0 will not do/],
  ['two stores', ['status', '--store', 'a', '--site', 'https://site.example'], /not both/],
  ['an address that is none', ['status', '--site', 'site.example'], /The site is an address/],
  ['a token in the open', ['status', '--site', 'http://site.example'], /would get the token in the open/],
  ['a mail address', ['retire', 'orders', '--store', '.', '--who', 'ada@example.org'], /not a mail address/],
  ['a token action that is none', ['token', 'steal', 'orders', '--store', '.'], /no atrium token steal/],
  ['a token action without its subject', ['token', 'revoke', '--store', '.'], /the token’s id/],
])('%s is a wrong use: exit code 2, and a line that says how', async (_what, args, words) => {
  const folder = newFolder();
  const { code, out, err } = await atrium(folder, args, { ATRIUM_TOKEN: 'atrium_hush' });
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(words);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(err).not.toContain('hush');
});

test('a wrong use is a JSON document too where one is asked for', async () => {
  const { code, json } = await atriumJson(newFolder(), ['history', '--limit', '0', '--store', '.']);
  expect([code, json]).toEqual([2, { ok: false, command: 'history', error: { code: 'usage', message: expect.stringContaining('--limit 0') as string } }]);
  expect((await atriumJson(newFolder(), ['deploy'])).json).toMatchObject({ ok: false, command: null, error: { code: 'usage' } });
});

test.each<[string, string[], string]>([
  ['no build', ['publish', '--store', '.'], 'no-build'],
  ['no store near', ['status'], 'no-store'],
  ['no token', ['status', '--site', 'https://site.example'], 'no-token'],
])('%s is a failure with its reason', async (_what, args, code) => {
  expect(await atriumJson(newFolder(), args)).toMatchObject({ code: 1, json: { ok: false, error: { code } } });
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

test('a build that the system does not let be read is not taken for none', async () => {
  const folder = newFolder();
  mkdirSync(path.join(folder, 'dist'));
  symlinkSync('build.json', path.join(folder, 'dist/build.json'));
  for (const args of [['check'], ['history'], ['rollback']]) {
    expect(await atriumJson(folder, [...args, '--store', '.'])).toMatchObject({
      code: 1, json: { error: { code: 'system', message: expect.stringContaining('ELOOP') as string } },
    });
  }
});

test('a damaged build description is said', async () => {
  const { description, files } = shellBuild();
  const folder = writeBuild({ description: { ...description, getPublicPath: 'alert(1)' }, files });
  expect(await atriumJson(folder, ['check', '--store', 'releases'])).toMatchObject({ code: 1, json: { error: { code: 'bad-build' } } });
});

test('the environment names the store; an option goes over it; the nearest one is found', async () => {
  const folder = newFolder();
  const built = writeBuild(shellBuild(), path.join(folder, 'team/shell'));
  expect(await atrium(built, ['publish'], { ATRIUM_STORE: path.join(folder, '.atrium/releases') })).toMatchObject({ code: 0 });
  expect((await atriumJson(built, ['status'])).json).toMatchObject({ total: 1 });
  mkdirSync(path.join(built, 'elsewhere'));
  expect((await atriumJson(built, ['status', '--store', 'elsewhere'], { ATRIUM_STORE: '../../.atrium/releases' })).json).toMatchObject({ total: 0 });
  expect((await atriumJson(folder, ['publish', '--dir', 'team/shell'])).json).toMatchObject({ ok: true, changed: false });
});
