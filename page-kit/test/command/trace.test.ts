/** @jest-environment node */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import type { FailureReport } from '@atrium/releases/wire';
import { newFolder, pageBuild, shellBuild, writeBuild } from '../support/small-build.ts';
import { atrium, atriumJson } from './run-command.ts';
import { seed } from './seed.ts';

const SOURCE = ['export function total(order) {', '  return order.total;', '}'].join('\n');

/** A source map in which each line of the built file is the same line of the source (ECMA-426). */
const MAP = JSON.stringify({ version: 3, names: [], mappings: 'AAAA;AACA;AACA', sources: ['webpack://atrium-orders/./src/total.ts'], sourcesContent: [SOURCE] });

/** A library whose lines are no help to the team. */
const LIBRARY_MAP = JSON.stringify({ version: 3, names: [], mappings: 'AAAA;AACA', sources: ['webpack://atrium-orders/./node_modules/list/index.js'], sourcesContent: ['one\ntwo'] });

const MINUTE = Math.floor(Date.now() / 60_000);

/** A store with a live module that failed for two visitors. */
async function storeWithFailures() {
  const store = path.join(newFolder(), 'releases');
  await seed(store, writeBuild(shellBuild()));
  const files = { 'total.js': SOURCE, 'total.js.map': MAP, 'list.js': 'one\ntwo', 'list.js.map': LIBRARY_MAP };
  const folder = writeBuild(pageBuild('orders', '/orders', { files }));
  const release = await seed(store, folder);
  const failure = (changes: Partial<FailureReport>): FailureReport => ({ name: 'orders', release, minute: MINUTE, trace: '1k3j9z', stage: 'use', type: 'TypeError', places: [], ...changes });
  await openDirectoryStore(store).health.addFailures([
    failure({ places: [`orders/${release}/list.js:2:1`, `orders/${release}/total.js:2:3`, `shell/abcdefgh234567ab/main.js:1:99`] }),
    failure({ trace: 'earlier', minute: MINUTE - 5, stage: 'load', type: 'ChunkLoadError', extension: 'orders.badge' }),
    failure({ name: 'news', trace: 'news', minute: MINUTE - 9 }),
  ]);
  return { store, folder, release };
}

const FRAME = ['src/total.ts:2', '  1 | export function total(order) {', '> 2 |   return order.total;', '  3 | }', ''];

test('shows the source lines of the failure with a trace', async () => {
  const { store, release } = await storeWithFailures();
  const { code, out } = await atrium(newFolder(), ['trace', '1K3J9Z', '--store', store]);
  expect(code).toBe(0);
  expect(out.trimEnd().split('\n')).toEqual([
    expect.stringMatching(new RegExp(`^TypeError in orders, release ${release}, after it had worked, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC$`)) as string,
    '',
    ...FRAME,
    '  at node_modules/list/index.js:2',
    '  at src/total.ts:2',
    '  at shell/abcdefgh234567ab/main.js:1:99',
  ]);
  expect((await atrium(newFolder(), ['trace', 'earlier', '--store', store])).out).toMatch(/^ChunkLoadError in orders\.badge, .*, while it was loaded, .*\n\nThe stack has no place in a release\.\n$/);
});

test('lists the latest failures, of the remote that is built in the folder or of all', async () => {
  const { store, folder, release } = await storeWithFailures();
  const own = await atrium(folder, ['trace', '--store', store]);
  expect(own.out.split('\n').map((line) => line.split(/ {2,}/))).toMatchObject([
    ['trace', 'when', 'where', 'release', 'stage', 'error'],
    ['1k3j9z', /UTC/, 'orders', release, 'use', 'TypeError'].map((cell) => (typeof cell === 'string' ? cell : (expect.stringMatching(cell) as string))),
    ['earlier', expect.any(String) as string, 'orders.badge', release, 'load', 'ChunkLoadError'],
    [''],
    ['Run atrium trace TRACE for the source lines.'],
    [''],
  ]);
  const all = await atriumJson(newFolder(), ['trace', '--store', store]);
  expect(all.json).toMatchObject({ failures: [{ trace: '1k3j9z' }, { trace: 'earlier' }, { trace: 'news', name: 'news' }] });
});

test('shows the source lines of a stack in a file', async () => {
  const { store, release } = await storeWithFailures();
  const folder = newFolder();
  const stack = `TypeError: order is undefined\n    at total (https://app.example.org/releases/orders/${release}/total.js:2:16)\n    at https://cdn.example.org/lib.js:1:1\n`;
  writeFileSync(path.join(folder, 'stack.txt'), stack);
  const { out } = await atrium(folder, ['trace', '--stack', 'stack.txt', '--store', store]);
  expect(out.trimEnd().split('\n')).toEqual([...FRAME, '  at src/total.ts:2']);
});

test.each<[string, string[], string, RegExp]>([
  ['a trace that is not stored', ['trace', 'gone'], 'no-trace', /No failure with the trace "gone" is stored\. .* Run atrium trace to list them/],
  ['a stack without places', ['trace', '--stack', path.join(__dirname, '../../package.json')], 'no-places', /Copy the stack with its URLs/],
  ['a stack that is missing', ['trace', '--stack', 'missing.txt'], 'no-stack', /Cannot read the stack in .*missing\.txt/],
  ['a trace and a stack', ['trace', 'gone', '--stack', 'stack.txt'], 'usage', /exclude each other/],
])('says what to do about %s', async (_what, args, code, words) => {
  const { store } = await storeWithFailures();
  expect((await atriumJson(newFolder(), [...args, '--store', store])).json).toMatchObject({ ok: false, error: { code, message: expect.stringMatching(words) as string } });
});

test('says that there are no failures', async () => {
  const store = path.join(newFolder(), 'releases');
  await seed(store, writeBuild(shellBuild()));
  expect((await atrium(newFolder(), ['trace', '--store', store])).out).toBe('No visitor has reported a failure in the last seven days.\n');
});
