/** @jest-environment node */
import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import { authBuild, newFolder, pageBuild, shellBuild, writeBuild } from '../support/small-build.ts';
import { forkSite } from './forked-site.ts';
import { atrium, atriumJson } from './run-command.ts';
import { seed } from './seed.ts';

jest.setTimeout(120_000);

/** A page module with a slot. */
const ORDERS = pageBuild('orders', '/orders', { contributed: { slots: { sections: { version: '1.2' } } }, slotProps: { sections: '/** Below the list. */\n{ readonly userId: string }' } });

let store: string;
let site: string;
let tokens: { platform: string; orders: string };

beforeAll(async () => {
  store = path.join(newFolder(), 'releases');
  for (const build of [shellBuild(), authBuild()]) await seed(store, writeBuild(build));
  const { teams } = openDirectoryStore(store);
  tokens = {
    platform: await teams.createToken({ team: 'platform', remotes: ['*'] }),
    orders: await teams.createToken({ team: 'orders-team', remotes: ['orders'] }),
  };
  site = await forkSite(store);
});

const asOrders = () => ({ ATRIUM_SITE: site, ATRIUM_TOKEN: tokens.orders });
const asPlatform = () => ({ ATRIUM_SITE: site, ATRIUM_TOKEN: tokens.platform });

test('a team publishes, reads the status and rolls back with its token', async () => {
  const folder = writeBuild(ORDERS);
  const first = await atriumJson(folder, ['publish', '--who', 'Ada', '--site', site], { ATRIUM_TOKEN: tokens.orders });
  expect(first).toMatchObject({ code: 0, json: { changed: true, stored: 'stored', entry: { team: 'orders-team', who: 'orders-team' } } });
  writeBuild(pageBuild('orders', '/orders', { title: 'Sales' }), folder);
  const second = await atriumJson(folder, ['publish'], asOrders());
  expect(second).toMatchObject({ code: 0, json: { replaced: first.json['release'] } });
  expect(await (await fetch(`${site}/__atrium/registry`)).text()).toContain(String(second.json['release']));
  expect((await atrium(folder, ['status'], asOrders())).out).toMatch(/orders +page-module.*\nshell/);
  expect(await atriumJson(folder, ['rollback'], asOrders())).toMatchObject({ code: 0, json: { release: first.json['release'] } });
  expect((await atrium(folder, ['history'], asOrders())).out).toMatch(/rollback orders .* {2}orders-team: no reason given\n/);
});

test('types and new read what is live without a token', async () => {
  await atriumJson(writeBuild(ORDERS), ['publish'], asOrders());
  const folder = newFolder();
  expect(await atriumJson(folder, ['types', '--store', store])).toMatchObject({ code: 0, json: { changed: true } });
  expect(await atriumJson(folder, ['types', '--site', site])).toMatchObject({ code: 0, json: { pages: 1, slots: 1, changed: false } });
  expect(await atriumJson(folder, ['new', 'orders', '--kit', '1.0.0', '--site', site])).toMatchObject({ code: 1, json: { error: { code: 'name-taken' } } });
});

test('refuses the remote of another team, a truncated token and an unknown one, without printing a token', async () => {
  const sales = writeBuild(pageBuild('sales', '/sales'));
  const foreign = await atrium(sales, ['publish'], asOrders());
  expect(foreign).toMatchObject({ code: 1, err: expect.stringContaining('This token does not cover sales: it belongs to ') as string });
  const truncated = await atrium(sales, ['publish', '--build'], { ATRIUM_SITE: site, ATRIUM_TOKEN: `atrium_aaaaaaaa_${'a'.repeat(27)}` });
  expect(truncated).toMatchObject({ code: 1, err: expect.stringContaining('This is not a valid token. Tokens start with atrium_ and have 48 characters. Copy it again.') as string });
  // Before the build is read.
  for (const { err } of [foreign, truncated]) expect(err.trim().split('\n')).toHaveLength(1);
  const stranger = await atriumJson(sales, ['status'], { ATRIUM_SITE: site, ATRIUM_TOKEN: `atrium_aaaaaaaa_${'a'.repeat(32)}` });
  expect(stranger).toMatchObject({ code: 1, json: { error: { code: 'site', reason: 'unknown-token', message: expect.stringContaining('does not know this token') as string } } });
  for (const shown of [foreign.err, foreign.out, JSON.stringify(stranger.json)]) expect(shown).not.toContain('atrium_');
  expect(truncated.err).not.toContain('aaaaaaaa');
});

test('receives the findings of the gate', async () => {
  const clash = writeBuild(pageBuild('sales', '/orders'));
  const { code, json } = await atriumJson(clash, ['check'], asPlatform());
  expect([code, json]).toMatchObject([1, { ok: false, allowed: false, findings: [{ check: 'paths', against: { name: 'orders' } }] }]);
});

test('the platform team manages tokens and garbage over the site; a team does not', async () => {
  const folder = newFolder();
  const made = await atriumJson(folder, ['token', 'create', 'sales-team', '--remotes', 'sales'], asPlatform());
  expect(made).toMatchObject({ code: 0, json: { team: 'sales-team' } });
  const sales = writeBuild(pageBuild('sales', '/sales'));
  expect(await atriumJson(sales, ['publish'], { ATRIUM_SITE: site, ATRIUM_TOKEN: String(made.json['token']) })).toMatchObject({ code: 0 });
  expect(await atriumJson(folder, ['gc', '--dry-run'], asPlatform())).toMatchObject({ code: 0, json: { removed: [] } });
  for (const args of [['token', 'list'], ['gc']]) {
    expect(await atriumJson(folder, args, asOrders())).toMatchObject({ code: 1, json: { error: { code: 'site' } } });
  }
});

test('reports a site that does not respond', async () => {
  const { code, err } = await atrium(newFolder(), ['status'], { ATRIUM_SITE: 'http://127.0.0.1:9', ATRIUM_TOKEN: tokens.orders });
  expect([code, err]).toEqual([1, expect.stringMatching(/cannot be reached \(.+\)\. Check the URL/)]);
});
