import { gate, canBeForced } from '../../src/gate/gate.ts';
import { releaseKey } from '../../src/model/identity.ts';
import type { GateFinding, SmokeTestResult } from '../../src/model/gate-check.ts';
import type { ModuleManifest } from '../../src/model/module-manifest.ts';
import { unreleased, type Registry } from '../../src/model/registry.ts';
import type { ManifestReading, ReleaseManifest } from '../../src/model/release-manifest.ts';
import { authFiles, otherPageFiles, pageBuild, pageFiles, passedSmokeTest, shellFiles } from '../support/builds.ts';
import { sealed } from '../support/publish.ts';

type NavigationEntry = ModuleManifest['navigation'][number];

type Of<K extends ReleaseManifest['kind']> = Extract<ReleaseManifest, { kind: K }>;

async function manifestOf(files: Readonly<Record<string, string | Buffer>>): Promise<ReleaseManifest> {
  return (await sealed(files)).manifest;
}

async function shell(changes: Partial<Of<'shell'>> = {}): Promise<ReleaseManifest> {
  return { ...((await manifestOf(shellFiles())) as Of<'shell'>), ...changes };
}

async function auth(changes: Partial<Of<'auth-remote'>> = {}): Promise<ReleaseManifest> {
  return { ...((await manifestOf(authFiles())) as Of<'auth-remote'>), ...changes };
}

async function page(changes: Partial<Of<'page-module'>> = {}): Promise<ReleaseManifest> {
  return { ...((await manifestOf(pageFiles())) as Of<'page-module'>), ...changes };
}

interface Pointers {
  readonly live?: ReleaseManifest;
  readonly previous?: ReleaseManifest;
  readonly canary?: ReleaseManifest;
}

/** Runs the gate on a site with these releases. */
function ask(
  proposal: ReleaseManifest,
  site: readonly Pointers[] = [],
  { smokeTest = passedSmokeTest, forbidden = [], styles = [] }: { smokeTest?: SmokeTestResult | null; forbidden?: string[]; styles?: string[] } = {},
): readonly GateFinding[] {
  const remotes: Registry['remotes'] = {};
  const readings = new Map<string, ManifestReading>();
  for (const { live, previous, canary } of site) {
    const one = live ?? previous;
    if (one === undefined) continue;
    const tried = canary ? { release: canary.release, percent: 5 } : null;
    remotes[one.name] = { ...unreleased(one.kind), live: live?.release ?? null, previous: previous?.release ?? null, canary: tried };
    for (const manifest of [live, previous, canary]) if (manifest) readings.set(releaseKey(manifest.name, manifest.release), { status: 'ok', manifest });
  }
  const response = gate({ registry: { schema: 3, revision: 1, remotes }, readings, proposal, smokeTest, forbidden, styles });
  expect(response.allowed).toBe(response.findings.length === 0);
  return response.findings;
}

const OTHER = { release: 'bbbbbbbbbbbbbbbb' };

test('allows compatible releases, on an empty site and on a complete one', async () => {
  const site = [{ live: await shell(), previous: await shell(OTHER) }, { live: await auth() }, { live: await page() }];
  for (const proposal of [await shell(), await auth(), await page(), await manifestOf(otherPageFiles('orders', '/orders'))]) {
    expect(ask(proposal)).toEqual([]);
    expect(ask(proposal, site)).toEqual([]);
  }
});

describe('the page contract', () => {
  test('compares a module with the shell and the auth remote, live and previous', async () => {
    const proposal = await page({ contract: '^0.2' });
    const site = [
      { live: await shell(), previous: await shell({ ...OTHER, contract: '0.2.3' }) },
      { live: await auth({ contract: '0.2.0' }), previous: await auth(OTHER) },
    ];
    expect(ask(proposal, site)).toMatchObject([
      { check: 'contract', against: { name: 'shell', as: 'live' } },
      { check: 'contract', against: { name: 'auth', release: OTHER.release, as: 'previous' } },
    ]);
    expect(ask(proposal, site)[0]?.message).toContain('this release works with the page contract ^0.2, and shell offers 0.1.0: build it with page-kit 0.1.0, and state that version in its module manifest');
  });

  test.each(['shell', 'auth'])('compares a proposed %s with every module, and names each that would break', async (which) => {
    const contract = '0.2.0';
    const proposal = which === 'shell' ? await shell({ contract }) : await auth({ contract });
    const fits = { ...(await manifestOf(otherPageFiles('orders', '/orders'))), contract: '^0.1 || ^0.2' } as ReleaseManifest;
    const site = [{ live: await page(), previous: await page({ ...OTHER, contract: '~0.1.0' }) }, { live: fits, previous: fits }];
    const findings = ask(proposal, site);
    expect(findings.map(({ against }) => against)).toEqual([
      { name: 'workspace', release: (await page()).release, as: 'live' },
      { name: 'workspace', release: OTHER.release, as: 'previous' },
    ]);
    expect(findings[0]?.message).toMatch(/^workspace works with the page contract \^0\.1, and this \S+ offers 0\.2\.0/);
    expect(findings[1]?.message).toMatch(/^the previous release of workspace/);
  });
});

describe('what the shell provides', () => {
  test.each<[string, Partial<Of<'page-module'>>, string, RegExp]>([
    ['a package in another version', { shared: { react: '^20.0.0' } }, 'shared', /react \^20\.0\.0, and shell provides/],
    ['a package that it has not', { shared: { lodash: '^4' } }, 'shared', /does not provide it/],
    ['a property of every object', { shared: { constructor: '^4' } }, 'shared', /does not provide it/],
    ['a name of the router that it has not', { routerNames: ['Link', 'useBlocker'] }, 'router-names', /useBlocker/],
    ['another federation runtime', { federation: '2.10.0' }, 'federation', /2\.10\.0/],
  ])('refuses a module that needs %s', async (_what, change, check, message) => {
    const findings = ask(await page(change), [{ live: await shell() }]);
    expect(findings).toMatchObject([{ check, against: { name: 'shell', as: 'live' } }]);
    expect(findings[0]?.message).toMatch(message);
  });

  test.each<[string, Partial<Of<'shell'>>, string]>([
    ['raises React', { shared: { react: '20.0.0' } }, 'shared'],
    ['drops a name of the router', { routerNames: [] }, 'router-names'],
    ['raises the federation runtime', { federation: '3.0.0' }, 'federation'],
  ])('refuses a shell that %s, for each remote that needs it, the auth remote too', async (_what, change, check) => {
    const site = [{ live: await page() }, { live: await auth() }, { live: await shell(OTHER) }];
    const names = ask(await shell(change), site).map((finding) => [finding.check, finding.against?.name]);
    expect(names).toEqual([[check, 'workspace'], [check, 'auth']]);
  });

  test('compares exact versions, and the ranges of older shells', async () => {
    for (const react of ['19.2.1', '^19.2.0', '19.x']) {
      expect(ask(await page({ shared: { react: '^19.0.0' } }), [{ live: await shell({ shared: { react } }) }])).toEqual([]);
    }
    expect(ask(await page(), [{ live: await shell({ shared: { react: '>=18' } }) }])).toHaveLength(1);
  });

  test('a patch of the federation runtime changes nothing', async () => {
    expect(ask(await page({ federation: '2.9.7' }), [{ live: await shell() }])).toEqual([]);
  });
});

describe('paths and the menu', () => {
  async function orders(path: string, label: string, changes: { requires?: 'signed-in' | 'signed-out'; group?: { en: string } } = {}): Promise<ReleaseManifest> {
    const moduleManifest = {
      name: 'orders',
      contract: '^0.1',
      title: { en: 'Orders' },
      routes: { board: path },
      navigation: [{ route: 'board', label: { en: label }, ...changes }],
    };
    const files = pageFiles(pageBuild({ name: 'orders', moduleManifest, global: 'atrium_orders_0releaseidhere00' }));
    return manifestOf(files);
  }

  test.each(['live', 'previous'] as const)('refuses a path of another module’s %s release', async (as) => {
    const taken = await page();
    const site = as === 'live' ? { live: taken } : { live: await page({ ...OTHER, moduleManifest: { ...(taken as Of<'page-module'>).moduleManifest, routes: {} } }), previous: taken };
    const findings = ask(await orders('/Workspace/*', 'Orders'), [site]);
    expect(findings).toMatchObject([{ check: 'paths', against: { name: 'workspace', as } }]);
    // `force` overrides a clash with a release that only a rollback would bring back.
    expect(findings.map(canBeForced)).toEqual([as === 'previous']);
  });

  test('a module that used a path or a label for a while does not block its owner', async () => {
    const taker = await page();
    const back = await page({ ...OTHER, moduleManifest: { ...(taker as Of<'page-module'>).moduleManifest, routes: {}, navigation: [] } });
    const gaveBack = { live: back, previous: taker };
    const owner = await orders('/workspace/*', 'Workspace');
    expect(ask({ ...owner, ...OTHER }, [gaveBack, { live: owner }])).toEqual([]);
    expect(ask({ ...owner, ...OTHER }, [gaveBack, { live: await orders('/orders', 'Orders') }])).toMatchObject([
      { check: 'paths', against: { as: 'previous' } },
      { check: 'navigation', against: { as: 'previous' } },
    ]);
    expect(ask({ ...owner, ...OTHER }, [{ live: taker }, { live: owner }])).toMatchObject([{ check: 'paths' }, { check: 'navigation' }]);
  });

  test('a retired module’s paths are free', async () => {
    expect(ask(await orders('/workspace/*', 'Workspace'), [{ previous: await page() }])).toEqual([]);
  });

  test('a module may keep its own paths and labels', async () => {
    expect(ask(await page(OTHER), [{ live: await page() }])).toEqual([]);
  });

  test('refuses a label that another module shows to the same visitors in the same section', async () => {
    const site = [{ live: await page() }];
    const message = 'its menu entry "workspace" (en) has the same label as one of workspace in the same section of the menu: choose another label or group';
    expect(ask(await orders('/orders', 'workspace'), site)).toMatchObject([{ check: 'navigation', message }]);
    expect(ask(await orders('/orders', 'workspace', { requires: 'signed-out' }), site)).toEqual([]);
  });

  test.each<[string, { en: string }, NavigationEntry[], boolean]>([
    ['another group', { en: 'Orders' }, [{ route: 'board', label: { en: 'Reports' }, group: { en: 'Sales' } }], true],
    ['the same group', { en: 'Orders' }, [{ route: 'board', label: { en: 'Reports' }, group: { en: 'Warehouse', de: 'Lager' } }], false],
    ['no group', { en: 'Warehouse' }, [{ route: 'board', label: { en: 'Reports' } }], true],
    ['a section with the title of its module', { en: 'Orders' }, [{ route: 'board', label: { en: 'Reports' } }, { route: 'list', label: { en: 'List' } }], true],
    ['a section whose title is also a group', { en: 'Warehouse' }, [{ route: 'board', label: { en: 'Reports' } }, { route: 'list', label: { en: 'List' } }], false],
  ])('compares a label with those of its section: an entry with %s', async (_what, title, navigation, isAllowed) => {
    const warehouse = await orders('/stock', 'Reports', { group: { en: 'Warehouse' } });
    const moduleManifest = { ...((await page()) as Of<'page-module'>).moduleManifest, title, navigation, routes: { board: '/reports', list: '/reports/list' } };
    expect(ask(await page({ moduleManifest }), [{ live: warehouse }]).map(({ check }) => check)).toEqual(isAllowed ? [] : ['navigation']);
  });
});

describe('the release itself', () => {
  test('has one shell and one auth remote, and keeps its kind', async () => {
    const site = [{ live: await shell() }];
    const second = ask(await shell({ name: 'second' }), site);
    const changed = ask({ ...(await auth()), name: 'shell' }, site);
    expect(second).toMatchObject([{ check: 'kind', message: expect.stringContaining('one shell') as string }]);
    expect(changed).toMatchObject([{ check: 'kind', message: expect.stringContaining('registered as shell') as string }]);
    expect([...second, ...changed].map(canBeForced)).toEqual([false, false]);
  });

  test('exposes the modules that others load', async () => {
    expect(ask(await page({ exposes: {} }))).toMatchObject([{ check: 'exposed' }]);
    expect(ask(await auth({ exposes: {} }))).toMatchObject([{ check: 'exposed' }]);
  });

  test('needs a passed smoke test', async () => {
    expect(ask(await page(), [], { smokeTest: null })).toMatchObject([{ check: 'smoke-test' }]);
    const failed = { ...passedSmokeTest, passed: false, problems: ['start throws'] };
    expect(ask(await page(), [], { smokeTest: failed })[0]?.message).toContain('start throws');
  });

  test('has no forbidden content', async () => {
    expect(ask(await page(), [], { forbidden: ['a.js holds a key'] })).toEqual([{ check: 'forbidden', message: 'a.js holds a key' }]);
  });

  test('has confined styles', async () => {
    expect(ask(await page(), [], { styles: ['a.css:1 reaches too far'] })).toEqual([{ check: 'styles', message: 'a.css:1 reaches too far' }]);
  });

  test('keeps the first load within its budget, counting each file once', async () => {
    const { files } = await page();
    const grown = (bytes: number) => ({
      ...files,
      'module.js': { integrity: files['module.js']?.integrity ?? '', bytes },
    });
    expect(ask(await page({ files: grown(999_000) }))).toEqual([]);
    const findings = ask(await page({ files: grown(1_000_000) }));
    expect(findings).toMatchObject([{ check: 'size', message: expect.stringContaining('the route board loads 1001 kB') as string }]);
  });

  test('does not count the shell’s development build', async () => {
    const { files } = await shell();
    const large = { 'development/main.js': { integrity: Object.values(files)[0]?.integrity ?? '', bytes: 30_000_000 } };
    expect(ask(await shell({ files: { ...files, ...large } }))).toEqual([]);
    expect(ask(await page({ files: { ...(await page()).files, ...large } }))).toMatchObject([{ check: 'size' }]);
  });

  test('keeps all files within the budget, without source maps', async () => {
    const { files } = await page();
    const integrity = files['module.js']?.integrity ?? '';
    expect(ask(await page({ files: { ...files, 'big.js.map': { integrity, bytes: 30_000_000 } } }))).toEqual([]);
    expect(ask(await page({ files: { ...files, 'film.mp4': { integrity, bytes: 30_000_000 } } }))).toMatchObject([{ check: 'size' }]);
    expect(ask(await shell({ files: { ...files, 'main.js': { integrity, bytes: 2_000_000 } } }))).toMatchObject([{ check: 'size' }]);
  });
});
