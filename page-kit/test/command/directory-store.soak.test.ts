/** @jest-environment node */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { authBuild, newFolder, pageBuild, shellBuild, writeBuild } from '../support/small-build.ts';
import { atrium, atriumJson } from './run-command.ts';
import { seed } from './seed.ts';

jest.setTimeout(120_000);

let store: string;

beforeEach(() => {
  store = path.join(newFolder(), 'releases');
});

const inStore = (...args: string[]): string[] => [...args, '--store', store];
const text = expect.any(String) as string;

async function published(folder: string, ...more: string[]): Promise<string> {
  const { code, json } = await atriumJson(folder, inStore('publish', ...more));
  expect(json).toMatchObject({ ok: true, command: 'publish' });
  expect(code).toBe(0);
  return String(json['release']);
}

/** A site with a page module, the module's folder, and an unrelated folder. */
async function siteWithPages(): Promise<{ orders: string; ordersRelease: string; folder: string }> {
  for (const build of [shellBuild(), authBuild()]) await seed(store, writeBuild(build));
  const orders = writeBuild(pageBuild('orders', '/orders'));
  return { orders, ordersRelease: await seed(store, orders), folder: newFolder() };
}

test('publish makes each part live once, and status and history show it', async () => {
  const folder = newFolder();
  for (const build of [shellBuild(), authBuild()]) await published(writeBuild(build));
  const orders = writeBuild(pageBuild('orders', '/orders'));
  const ordersRelease = await published(orders);
  const again = await atrium(orders, inStore('publish'));
  expect(again).toMatchObject({ code: 0, out: `orders ${ordersRelease} is already live; nothing changed.\n` });
  // A release that passed its smoke test is not tested again.
  expect(again.err).not.toContain('Testing');
  expect(again.err).not.toContain('Storing');

  const status = await atrium(folder, inStore('status'));
  expect(status.out).toMatch(/^name +kind +live +canary +previous +since +by\n/);
  expect(status.out).toMatch(new RegExp(`orders +page-module +${ordersRelease} +- +- +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC +\\S`));
  expect(await atriumJson(folder, inStore('status'))).toEqual({
    code: 0,
    json: {
      ok: true, command: 'status', revision: 3, total: 3, next: null, waiting: [],
      remotes: ['auth', 'orders', 'shell'].map((name) => ({ name, kind: text, live: text, previous: null, canary: null, quarantined: [], since: text, by: text })),
    },
  });
  const first = await atriumJson(folder, inStore('status', '--limit', '2'));
  expect(first.json).toMatchObject({ total: 3, next: 'orders' });
  const rest = await atriumJson(folder, inStore('status', '--limit', '2', '--after', 'orders'));
  expect(rest.json).toMatchObject({ next: null, remotes: [{ name: 'shell' }] });

  const history = await atriumJson(folder, inStore('history', '--limit', '2'));
  expect(history.json).toMatchObject({ name: null, next: 2, entries: [{ revision: 3, name: 'orders', action: 'publish' }, { revision: 2, name: 'auth' }] });
  const older = await atriumJson(folder, inStore('history', '--before', '2'));
  expect(older.json).toMatchObject({ next: null, entries: [{ revision: 1, name: 'shell' }] });
  expect((await atrium(orders, inStore('history'))).out).toMatch(/^3 {2}.*publish orders - -> [a-z2-7]{16} {2}.*: publish of orders\n$/);
});

test('rolls a second release back and forward again; a dry run changes nothing', async () => {
  const { orders, ordersRelease: first } = await siteWithPages();
  writeBuild(pageBuild('orders', '/orders', { title: 'Sales' }), orders);
  const dry = await atriumJson(orders, inStore('publish', '--dry-run'));
  expect(dry).toMatchObject({ code: 0, json: { ok: true, allowed: true, dryRun: true, findings: [] } });
  expect((await atriumJson(orders, inStore('status', 'orders'))).json).toMatchObject({ revision: 3, remotes: [{ live: first }] });

  const second = await published(orders, '--who', 'Ada', '--why', 'a better title');
  expect((await atriumJson(orders, inStore('history'))).json).toMatchObject({
    name: 'orders', entries: [{ release: second, replaced: first, who: 'Ada', why: 'a better title', team: null, overridden: [] }, {}],
  });
  const could = await atrium(orders, inStore('rollback', '--dry-run'));
  expect(could).toMatchObject({ code: 0, out: expect.stringContaining(`could be rolled back to ${first}`) as string });
  const back = await atriumJson(orders, inStore('rollback', '--why', 'the title is wrong'));
  expect(back).toMatchObject({ code: 0, json: { changed: true, release: first, replaced: second, revision: 5, entry: { action: 'rollback', why: 'the title is wrong' } } });
  const forth = await atrium(newFolder(), inStore('rollback', 'orders', '--to', second));
  expect(forth).toMatchObject({ code: 0, out: `orders ${second} is live again; it replaced ${first}.\n` });
  const same = await atriumJson(orders, inStore('rollback', 'orders', '--to', second));
  expect(same).toMatchObject({ code: 0, json: { changed: false, entry: null } });
});

test('a refusal of the gate lists findings, stores nothing, and can be forced with a reason', async () => {
  const { folder } = await siteWithPages();
  const strange = writeBuild(pageBuild('reports', '/reports', { contract: '^9.0' }));
  const refused = await atrium(strange, inStore('publish'));
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(/reports [a-z2-7]{16} may not go live:\n- contract/);
  expect(readdirSync(path.join(store, 'files'))).not.toContain('reports');
  const check = await atriumJson(strange, inStore('check'));
  expect(check).toMatchObject({ code: 1, json: { ok: false, command: 'check', allowed: false, findings: expect.arrayContaining([expect.objectContaining({ check: 'contract' })]) as unknown } });
  const inJson = await atriumJson(strange, inStore('publish'));
  expect(inJson).toMatchObject({ code: 1, json: { ok: false, command: 'publish', error: { code: 'refused', message: text, findings: check.json['findings'] } } });

  expect(await atrium(strange, inStore('publish', '--force'))).toMatchObject({ code: 2, err: expect.stringContaining('--force requires --why') as string });
  const forced = await atrium(strange, inStore('publish', '--force', '--why', 'the shell follows in an hour'));
  expect(forced).toMatchObject({ code: 0, out: expect.stringContaining('forced:') as string });
  // A live release may stay live.
  expect(await atrium(strange, inStore('publish'))).toMatchObject({ code: 0, out: expect.stringContaining('is already live') as string });
  expect((await atrium(folder, inStore('history', 'reports'))).out).toMatch(/the shell follows in an hour\n +forced: /);
});

test('checks a shell against every live module, and names each one that would break', async () => {
  await siteWithPages();
  await seed(store, writeBuild(pageBuild('sales', '/sales')));
  const { code, out } = await atrium(writeBuild(shellBuild('9.0.0')), inStore('check'));
  expect(code).toBe(1);
  expect(out).toMatch(/^shell [a-z2-7]{16} may not go live:\n/);
  for (const name of ['orders', 'sales']) expect(out).toMatch(new RegExp(`contract \\[${name}, live\\]: `));
});

test('a release that fails its smoke test does not go live', async () => {
  await siteWithPages();
  const broken = writeBuild(pageBuild('broken', '/broken', { entry: 'throw new Error("boom at load");' }));
  const { code, err } = await atrium(broken, inStore('publish'));
  expect([code, err]).toEqual([1, expect.stringMatching(/may not go live:\n- smoke-test: .*boom at load/)]);
});

test('retire takes a remote off the site, and a publish brings it back', async () => {
  const { orders, ordersRelease, folder } = await siteWithPages();
  const would = await atriumJson(folder, inStore('retire', 'orders', '--dry-run'));
  expect(would).toMatchObject({ code: 0, json: { dryRun: true, changed: true, replaced: ordersRelease } });
  const gone = await atriumJson(folder, inStore('retire', 'orders', '--why', 'no longer used'));
  expect(gone).toMatchObject({ code: 0, json: { changed: true, replaced: ordersRelease, entry: { action: 'retire', why: 'no longer used' } } });
  expect((await atrium(folder, inStore('status', 'orders'))).out).toContain('retired');
  expect(await atrium(folder, inStore('retire', 'orders'))).toMatchObject({ code: 0, out: 'orders is already retired; nothing changed.\n' });
  for (const more of [[], ['--dry-run']]) {
    expect(await atriumJson(folder, inStore('retire', 'shell', ...more))).toMatchObject({ code: 1, json: { error: { code: 'refused' } } });
  }
  expect(await atriumJson(folder, inStore('retire', 'nothing'))).toMatchObject({ code: 1, json: { error: { code: 'unknown-remote' } } });
  expect(await published(orders)).toBe(ordersRelease);
});

test('tokens are created, listed without secrets, rotated and revoked', async () => {
  const folder = newFolder();
  const made = await atriumJson(folder, inStore('token', 'create', 'orders-team', '--remotes', 'orders,sales', '--expires-in-days', '90'));
  expect(made).toMatchObject({ code: 0, json: { team: 'orders-team', token: expect.stringMatching(/^atrium_[a-z2-7]{8}_[a-z2-7]{32,}$/) as string } });
  const [, id = '', secret = ''] = String(made.json['token']).split('_');
  const listed = await atrium(folder, inStore('token', 'list'));
  expect(listed.out).toMatch(new RegExp(`orders-team +orders,sales +${id} `));
  expect(listed.out).not.toContain(secret);
  expect(await atriumJson(folder, inStore('token', 'rotate', id, '--dry-run'))).toMatchObject({ code: 0, json: { dryRun: true, id } });
  const rotated = await atriumJson(folder, inStore('token', 'rotate', id));
  expect(rotated).toMatchObject({ code: 0, json: { team: 'orders-team', revoked: id } });
  const [, newId = ''] = String(rotated.json['token']).split('_');
  expect(await atriumJson(folder, inStore('token', 'revoke', newId))).toMatchObject({ code: 0, json: { team: 'orders-team', revoked: newId } });
  expect(await atriumJson(folder, inStore('token', 'revoke', newId))).toMatchObject({ code: 1, json: { error: { code: 'unknown-token' } } });
  expect(await atriumJson(folder, inStore('token', 'create', 'new-team'))).toMatchObject({ code: 1, json: { error: { code: 'team-book' } } });
});

test('gc removes releases that no pointer refers to', async () => {
  const { orders, ordersRelease: first, folder } = await siteWithPages();
  for (const title of ['Two', 'Three']) await seed(store, writeBuild(pageBuild('orders', '/orders', { title }), orders));
  expect(await atriumJson(folder, inStore('gc'))).toMatchObject({ code: 0, json: { removed: [] } });
  const would = await atriumJson(folder, inStore('gc', '--older-than-days', '0', '--dry-run'));
  expect(would).toMatchObject({ code: 0, json: { dryRun: true, removed: [{ name: 'orders', release: first }] } });
  const done = await atrium(folder, inStore('gc', '--older-than-days', '0'));
  expect(done).toMatchObject({ code: 0, out: expect.stringMatching(/1 releases removed \([\d.]+ kB\), 4 kept/) as string });
  expect(await atrium(orders, inStore('rollback', '--to', first))).toMatchObject({ code: 1, err: expect.stringContaining('stored') as string });
});

test('two simultaneous publishes of different remotes both succeed', async () => {
  await siteWithPages();
  const names = ['one', 'two'];
  const runs = await Promise.all(names.map((name) => atrium(writeBuild(pageBuild(name, `/${name}`)), inStore('publish'))));
  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  expect((await atriumJson(newFolder(), inStore('status'))).json).toMatchObject({ revision: 5, total: 5 });
});

test('reports a damaged registry, and does not change it', async () => {
  mkdirSync(store, { recursive: true });
  writeFileSync(path.join(store, 'registry.json'), '{');
  const { code, json } = await atriumJson(writeBuild(shellBuild()), inStore('publish'));
  expect([code, json]).toEqual([1, { ok: false, command: 'publish', error: { code: 'registry-unreadable', message: text } }]);
});
