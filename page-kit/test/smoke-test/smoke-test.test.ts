/** @jest-environment node */
import path from 'node:path';
import { sealBuild } from '@atrium/releases/sealing';
import { runSmokeTest } from '../../src/smoke-test/run-smoke-test.ts';
import { authBuild, pageBuild, shellBuild, writeBuild, type SmallBuild, type SmallPage } from '../support/small-build.ts';

jest.setTimeout(120_000);

async function smokeTest(build: SmallBuild, timeLimit?: number) {
  const folder = writeBuild(build);
  const sealed = await sealBuild(path.join(folder, 'dist'));
  return runSmokeTest(sealed, { folder, ...(timeLimit !== undefined && { timeLimit }) });
}

const page = (changes: SmallPage = {}) => pageBuild('orders', '/orders', changes);

test('parses a shell without running it, and says so', async () => {
  expect(await smokeTest(shellBuild('0.1.0', 'throw new Error("ran");'))).toMatchObject({
    passed: true,
    problems: [expect.stringContaining('not run')],
  });
});

test('fails a file that differs from the release manifest', async () => {
  const folder = writeBuild(page());
  const sealed = await sealBuild(path.join(folder, 'dist'));
  const damaged = new Map(sealed.files).set('part.js', Buffer.from('another();'));
  expect(await runSmokeTest({ ...sealed, files: damaged }, { folder })).toMatchObject({
    passed: false,
    problems: expect.arrayContaining(['The file part.js differs from the release manifest.']) as unknown,
  });
});

const GOOD = `routes: { list: async () => ({ default() {} }) }`;
const MANIFEST = `{ name: 'orders', contract: '^0.1', title: { en: 'orders' }, routes: { list: '/orders' }, navigation: [{ route: 'list', label: { en: 'orders' } }] }`;

test.each<[string, SmallPage, RegExp]>([
  ['an entry that leaves no container', { entry: 'void 0;' }, /leaves no federation container/],
  ['a file that is not a script', { files: { 'later.js': 'import (' } }, /later\.js is not JavaScript/],
  ['no default export', { module: '{}' }, /no default export/],
  ['a module that leaves the page', { module: `(location.assign('https://elsewhere.invalid/'), { default: { manifest: ${MANIFEST}, ${GOOD} } })` }, /^It leaves the page while it is loaded: navigate only after an action of the user\.$/],
  ['a file of another origin', { module: `{ default: atriumIntegrity('https://elsewhere.invalid/a.js') }` }, /elsewhere\.invalid\/a\.js, which is not a file/],
])('fails %s with a reason', async (_what, changes, reason) => {
  const { passed, problems } = await smokeTest(page(changes));
  expect(passed).toBe(false);
  expect(problems.join('\n')).toMatch(reason);
});

/** A page module with an extension, two commands and a search provider. */
function contributingPage(code: string, manifest = MANIFEST, routes = GOOD): SmallBuild {
  const contributed = {
    extensions: { card: { slot: 'home.cards', slotVersion: '1.0', title: { en: 'Card' }, size: { height: 100 } } },
    commands: { create: { title: { en: 'New order' } }, open: { title: { en: 'Orders' }, route: 'list' } },
    search: { orders: { title: { en: 'Orders' } } },
  };
  return page({ contributed, module: `{ default: { manifest: { ...${manifest}, ...${JSON.stringify(contributed)} }, ${routes}, ${code} } }` });
}

const CONTRIBUTIONS = {
  extensions: 'extensions: { card: async () => ({ default() {} }) }',
  commands: 'commands: { create: async () => ({ default() {} }) }',
  search: 'search: { orders: async () => ({ default: async () => [] }) }',
};

function codeWith(changes: Partial<typeof CONTRIBUTIONS> = {}): string {
  return Object.values({ ...CONTRIBUTIONS, ...changes }).join(', ');
}

test('loads pages, extensions, commands and search providers, and needs no code for a command that opens a route', async () => {
  expect(await smokeTest(contributingPage(`${codeWith()}, start() {}`))).toMatchObject({ schema: 1, passed: true, problems: [] });
});

test('fails another module manifest, a start that is no function, and pages and contributions without code, each with what to write', async () => {
  const { passed, problems } = await smokeTest(contributingPage('start: 1', "{ name: 'sales' }", 'routes: {}'));
  expect(passed).toBe(false);
  expect(problems).toEqual([
    expect.stringContaining('The module manifest in its code differs from the one in its release'),
    'Its `start` is not a function.',
    "Its route list has no loader: write `list: () => import('./file')` in `routes` of definePageModule.",
    "Its extension card has no loader: write `card: () => import('./file')` in `extensions` of definePageModule.",
    "Its command create has no loader: write `create: () => import('./file')` in `commands` of definePageModule.",
    "Its search provider orders has no loader: write `orders: () => import('./file')` in `search` of definePageModule.",
  ]);
});

test('fails a page that is no component, and an extension that leaves the tab while it is loaded', async () => {
  const leaving = codeWith({ extensions: "extensions: { card: async () => { location.href = '/elsewhere'; return { default() {} }; } }" });
  const { passed, problems } = await smokeTest(contributingPage(leaving, MANIFEST, "routes: { list: async () => ({ default: 'text' }) }"));
  expect(passed).toBe(false);
  expect(problems).toEqual([
    expect.stringContaining('The file of its route list has no component as its default export: write `export default function'),
    'It leaves the page while it is loaded: navigate only after an action of the user.',
  ]);
});

test('fails pages and contributions with other exports, or that throw', async () => {
  const { passed, problems } = await smokeTest(contributingPage(codeWith({
    extensions: 'extensions: { card: async () => ({ Card() {} }) }',
    commands: "commands: { create: async () => ({ default: 'text' }) }",
    search: "search: { orders: () => Promise.reject(new Error('index gone')) }",
  }), MANIFEST, "routes: { list: () => Promise.reject(new Error('page gone')) }"));
  expect(passed).toBe(false);
  expect(problems).toEqual([
    'Its route list cannot be loaded: page gone',
    expect.stringContaining('The file of its extension card has no component as its default export: write `export default function'),
    expect.stringContaining('The file of its command create has no function as its default export: write `export default async function'),
    'Its search provider orders cannot be loaded: index gone',
  ]);
});

// An endless entry uses a whole core until the timeout. The steps before the tested one must each finish within it.
test.each<[string, SmallPage, number, RegExp]>([
  ['an entry that never ends', { entry: 'for (;;) {}' }, 500, /^Timed out after 0\.5 s, while its entry is loaded\. Check for code that never finishes\.$/],
  ['a page that never arrives', { module: `{ default: { manifest: ${MANIFEST}, routes: { list: () => new Promise(() => {}) } } }` }, 4000, /^Timed out after 4 s, while its route list is loaded\./],
])('fails %s after the time limit', async (_what, changes, timeLimit, reason) => {
  const { passed, problems } = await smokeTest(page(changes), timeLimit);
  expect([passed, problems]).toEqual([false, [expect.stringMatching(reason)]]);
});

test('fails an auth remote that lacks functions of the page contract', async () => {
  expect(await smokeTest(authBuild('{ AuthProvider() {}, useAuth() {}, auth: {} }'))).toMatchObject({
    passed: false,
    problems: ['RequireAuth', 'useSupabase', 'verifyToken', 'firstPageShown'].map((name) => `Its ./auth has no function ${name}.`),
  });
});

test('fails a module that throws at load with its message, and hides the environment from it', async () => {
  process.env['ATRIUM_TOKEN'] = 'atrium_secret';
  try {
    const reach = `this.constructor.constructor('return globalThis.process?.env.ATRIUM_TOKEN')()`;
    const escape = `atriumIntegrity.constructor('return process.env.ATRIUM_TOKEN')()`;
    const { passed, problems } = await smokeTest(page({ module: `(() => { throw new Error('token: ' + (${reach} ?? ${escape})); })()` }));
    expect([passed, problems.join('\n')]).toEqual([false, expect.stringContaining('token: undefined')]);
  } finally {
    delete process.env['ATRIUM_TOKEN'];
  }
});
