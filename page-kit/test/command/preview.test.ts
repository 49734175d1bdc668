/** @jest-environment node */
import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { isSignedWith, parsePreview } from '@atrium/releases/preview';
import { authBuild, newFolder, pageBuild, shellBuild, writeBuild } from '../support/small-build.ts';
import { forkSite } from './forked-site.ts';
import { atrium, atriumJson } from './run-command.ts';
import { seed } from './seed.ts';

jest.setTimeout(120_000);

let store: string;
let site: string;
let live: string;
let token: string;

beforeAll(async () => {
  store = path.join(newFolder(), 'releases');
  for (const build of [shellBuild(), authBuild()]) await seed(store, writeBuild(build));
  live = await seed(store, writeBuild(pageBuild('orders', '/orders')));
  token = await openDirectoryStore(store).teams.createToken({ team: 'orders-team', remotes: ['orders'] });
  site = await forkSite(store);
});

const asTeam = () => ({ ATRIUM_SITE: site, ATRIUM_TOKEN: token });

/** The content of a link, and whether a token of the store signed it. */
async function linked(link: unknown) {
  const [address, signed = ''] = String(link).split('#');
  const preview = parsePreview(signed);
  const signer = preview && (await openDirectoryStore(store).teams.previewKeyOf(preview.tokenId));
  return { address, preview, genuine: preview !== null && signer !== null && isSignedWith(preview, signer.key) };
}

test('stores a build without making it live, and prints a link that its team signed', async () => {
  const folder = writeBuild(pageBuild('orders', '/orders', { title: 'Sales' }));
  const before = Date.now();
  const { code, json } = await atriumJson(folder, ['preview'], asTeam());
  expect([code, json]).toMatchObject([0, { ok: true, command: 'preview', name: 'orders', path: '/orders', stored: 'stored', smokeTest: { passed: true } }]);
  const release = String(json['release']);
  expect(release).not.toBe(live);
  const { address, preview, genuine } = await linked(json['link']);
  expect([address, genuine]).toEqual([`${site}/__atrium/preview`, true]);
  expect(preview).toMatchObject({ name: 'orders', release, path: '/orders' });
  const expires = preview?.expires ?? 0;
  expect(json['expires']).toBe(new Date(expires * 1000).toISOString());
  expect(expires * 1000).toBeGreaterThan(before + 59 * 60_000);
  expect(expires * 1000).toBeLessThanOrEqual(Date.now() + 60 * 60_000);
  const reading = await openDirectoryStore(store).readRegistry();
  expect(reading).toMatchObject({ registry: { remotes: { orders: { live } } } });

  const again = await atrium(folder, ['preview', 'orders', release, '--path', '/orders?page=2', '--expires-in-minutes', '5', '--site', site], { ATRIUM_TOKEN: token });
  expect(again).toMatchObject({ code: 0, out: expect.stringMatching(new RegExp(`^Until .* UTC, signed-in users can preview orders ${release} with this link:\n${site}/__atrium/preview#v1\\.`)) as string });
  const [, link] = again.out.split('\n');
  expect(await linked(link)).toMatchObject({ genuine: true, preview: { release, path: '/orders?page=2' } });
  expect(again.out + again.err).not.toContain(token);
});

test('--strict refuses a build whose checks did not run', async () => {
  const folder = writeBuild(pageBuild('orders', '/orders', { title: 'Untested' }));
  const { code, json } = await atriumJson(folder, ['preview', '--strict'], asTeam());
  expect([code, json]).toMatchObject([1, { error: { code: 'not-checked', message: expect.stringMatching(/^--strict refuses orders [a-z2-7]{16}\. Not run for these sources: types /) as string } }]);
});

test.each<[string, string[], number, string]>([
  ['nothing', [], 2, 'usage'],
  ['a name alone', ['orders'], 2, 'usage'],
  ['a build and a name', ['orders', '--build'], 2, 'usage'],
  ['a release that is not stored', ['orders', 'a'.repeat(16)], 1, 'unknown-release'],
  ['an invalid release', ['orders', '../../x'], 1, 'unknown-release'],
  ['another team’s remote', ['shell', 'a'.repeat(16)], 1, 'not-your-remote'],
  ['more than a week', ['orders', 'LIVE', '--expires-in-minutes', '10081'], 2, 'usage'],
  ['no time', ['orders', 'LIVE', '--expires-in-minutes', '0'], 2, 'usage'],
  ['a path of another site', ['orders', 'LIVE', '--path', '//evil.example'], 2, 'usage'],
  ['an address of another site', ['orders', 'LIVE', '--path', 'https://evil.example/'], 2, 'usage'],
  ['a path that browsers read as another host', ['orders', 'LIVE', '--path', '/\\evil.example'], 2, 'usage'],
  ['a fragment', ['orders', 'LIVE', '--path', '/orders#a'], 2, 'usage'],
])('creates no link for %s', async (_what, args, exit, error) => {
  const { code, json } = await atriumJson(newFolder(), ['preview', ...args.map((arg) => (arg === 'LIVE' ? live : arg))], asTeam());
  expect([code, json]).toMatchObject([exit, { ok: false, error: { code: error } }]);
  expect(JSON.stringify(json)).not.toContain('v1.');
});

test('creates no link without a site or without a token', async () => {
  const folder = newFolder();
  const withoutSite = await atriumJson(folder, ['preview', 'orders', live], { ATRIUM_STORE: store, ATRIUM_TOKEN: token });
  expect(withoutSite).toMatchObject({ code: 1, json: { error: { code: 'no-site' } } });
  const anonymous = await atriumJson(folder, ['preview', 'orders', live, '--site', site]);
  expect(anonymous).toMatchObject({ code: 1, json: { error: { code: 'no-token' } } });
});
