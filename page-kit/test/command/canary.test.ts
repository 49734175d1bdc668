/** @jest-environment node */
import path from 'node:path';
import { authBuild, newFolder, pageBuild, shellBuild, writeBuild } from '../support/small-build.ts';
import { atrium, atriumJson } from './run-command.ts';
import { seed } from './seed.ts';

jest.setTimeout(120_000);

let store: string;
let orders: string;
let live: string;

beforeEach(async () => {
  store = path.join(newFolder(), 'releases');
  for (const build of [shellBuild(), authBuild()]) await seed(store, writeBuild(build));
  orders = writeBuild(pageBuild('orders', '/orders'));
  live = await seed(store, orders);
  writeBuild(pageBuild('orders', '/orders', { title: 'Sales' }), orders);
});

const inStore = (...args: string[]): string[] => [...args, '--store', store];

test('makes a build the canary, raises its percentage from another folder, and promotes it', async () => {
  const { code, json } = await atriumJson(orders, inStore('canary', '--percent', '5', '--why', 'to be \u001b[1A\u001b[2Ksure'));
  expect({ code, json }).toMatchObject({ code: 0, json: { ok: true, name: 'orders', percent: 5, changed: true, revision: 4, entry: { action: 'canary', why: 'to be \u001b[1A\u001b[2Ksure' } } });
  const release = String(json['release']);
  const elsewhere = newFolder();
  expect((await atrium(elsewhere, inStore('status', 'orders'))).out).toMatch(new RegExp(`orders +page-module +${live} +${release} 5 % +-`));
  expect(await atrium(elsewhere, inStore('canary', 'orders', '--percent', '50'))).toMatchObject({
    code: 0, out: `orders ${release} is the canary for 50 % of the visitors.\n`,
  });
  expect((await atrium(orders, inStore('canary', '--percent', '50'))).out).toBe(`orders ${release} is the canary for 50 % of the visitors; nothing changed.\n`);
  expect(await atrium(elsewhere, inStore('promote', 'orders'))).toMatchObject({ code: 0, out: `orders ${release} is live; it replaced ${live}.\n` });
  // Without the characters that would move the cursor of the reader's terminal.
  expect((await atrium(elsewhere, inStore('history', 'orders'))).out).toMatch(
    new RegExp(`promote orders ${live} -> ${release} .*\\n.*canary orders ${release} 50 % .*\\n.*canary orders ${release} 5 % .*: to be \\[1A\\[2Ksure\\n`),
  );
});

test('ends a canary, and rejects releases that cannot become one', async () => {
  await atrium(orders, inStore('canary', '--percent', '5'));
  expect((await atrium(orders, inStore('canary', '--percent', '0'))).out).toMatch(/^orders [a-z2-7]{16} is no longer a canary\.\n$/);
  for (const [args, code] of [
    [['canary', 'orders', '--percent', '0'], 'no-canary'],
    [['promote', 'orders'], 'no-canary'],
    [['canary', 'orders', '--percent', '5', '--release', live], 'is-live'],
    [['canary', 'nothing', '--percent', '5'], 'unknown-remote'],
  ] as const) {
    expect(await atriumJson(newFolder(), inStore(...args))).toMatchObject({ code: 1, json: { ok: false, error: { code } } });
  }
  for (const args of [['canary', 'orders'], ['canary', 'orders', '--percent', '101'], ['canary', '--percent', '5']]) {
    expect((await atrium(newFolder(), inStore(...args))).code).toBe(2);
  }
});

test('--strict refuses a build whose checks did not run', async () => {
  expect(await atriumJson(orders, inStore('canary', '--percent', '5', '--strict'))).toMatchObject({
    code: 1,
    json: { error: { code: 'not-checked', message: expect.stringMatching(/^--strict refuses orders [a-z2-7]{16}\. Not run for these sources: types .* tests .* verify /) as string } },
  });
  expect((await atriumJson(orders, inStore('status', 'orders'))).json).toMatchObject({ revision: 3, remotes: [{ canary: null }] });
});

test('does not store a canary that the gate refuses', async () => {
  const strange = writeBuild(pageBuild('orders', '/orders', { contract: '^9.0' }));
  const refused = await atrium(strange, inStore('canary', '--percent', '5'));
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('- contract') as string });
  expect((await atriumJson(strange, inStore('status', 'orders'))).json).toMatchObject({ revision: 3, remotes: [{ canary: null }] });
});

test('a quarantined release is replaced by the one before it, and needs --force to come back', async () => {
  const { json } = await atriumJson(orders, inStore('publish'));
  const bad = String(json['release']);
  expect((await atrium(orders, inStore('quarantine', 'orders', bad))).code).toBe(2);
  expect(await atrium(newFolder(), inStore('quarantine', 'orders', bad, '--why', 'totals are wrong'))).toMatchObject({
    code: 0, out: `orders ${bad} is in quarantine; ${live} is live instead.\n`,
  });
  const again = await atrium(orders, inStore('publish'));
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('in quarantine') as string });
  const forced = await atrium(orders, inStore('publish', '--force', '--why', 'it was the backend'));
  expect(forced).toMatchObject({ code: 0, out: expect.stringContaining('forced:') as string });
});
