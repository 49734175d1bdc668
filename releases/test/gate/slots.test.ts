import { canBeForced, gate } from '../../src/gate/gate.ts';
import type { GateFinding } from '../../src/model/gate-check.ts';
import { releaseKey } from '../../src/model/identity.ts';
import type { ModuleManifest } from '../../src/model/module-manifest.ts';
import { unreleased, type Registry } from '../../src/model/registry.ts';
import type { ManifestReading, ReleaseManifest } from '../../src/model/release-manifest.ts';
import { earlierRelease } from '../../src/moves/earlier-release.ts';
import { pageBuild, pageFiles, passedSmokeTest } from '../support/builds.ts';
import { sealed } from '../support/publish.ts';

type Contributed = Pick<ModuleManifest, 'slots' | 'extensions' | 'commands' | 'owner'>;

type PageRelease = Extract<ReleaseManifest, { kind: 'page-module' }>;

let template: PageRelease;

beforeAll(async () => {
  const { manifest } = await sealed(pageFiles(pageBuild()));
  if (manifest.kind !== 'page-module') throw new Error('not a page module');
  template = manifest;
});

/** A release of a page module. Different letters make different releases. */
function release(name: string, letter: string, contributed: Contributed, slotProps: Readonly<Record<string, string>> = {}): PageRelease {
  const moduleManifest: ModuleManifest = { name, contract: '^0.1', title: { en: name }, routes: { board: `/${name}`, list: `/${name}/list` }, navigation: [], ...contributed };
  return { ...template, name, release: letter.repeat(16), moduleManifest, slotProps };
}

interface Site {
  readonly live: PageRelease;
  readonly canary?: PageRelease;
  readonly previous?: PageRelease;
  readonly quarantined?: readonly string[];
}

function siteOf(remotes: readonly Site[]) {
  const registry: Registry = { schema: 3, revision: 1, remotes: {} };
  const readings = new Map<string, ManifestReading>();
  for (const { live, canary = null, previous = null, quarantined = [] } of remotes) {
    registry.remotes[live.name] = {
      ...unreleased('page-module'), live: live.release, previous: previous?.release ?? null,
      canary: canary && { release: canary.release, percent: 5 }, quarantined: [...quarantined],
    };
    for (const one of [live, canary, previous]) if (one) readings.set(releaseKey(one.name, one.release), { status: 'ok', manifest: one });
  }
  return { registry, readings };
}

function ask(proposal: ReleaseManifest, remotes: readonly Site[]): readonly GateFinding[] {
  return gate({ ...siteOf(remotes), proposal, smokeTest: passedSmokeTest, forbidden: [], styles: [] }).findings;
}

const extension = (slot: string, changes: { slotVersion?: string; after?: string } = {}) =>
  ({ slot, slotVersion: '1.0', title: { en: 'Extension' }, size: { height: 100 }, ...changes });

const sections = (version: string): Contributed => ({ slots: { sections: { version } } });

const billing = (slotVersion = '1.0', letter = 'b') =>
  release('billing', letter, { owner: 'team-money', extensions: { plan: extension('account.sections', { slotVersion }) } });

describe('a slot that another module extends', () => {
  const account = () => release('account', 'a', sections('1.1'));

  test.each<[string, Contributed, string, RegExp]>([
    ['is removed', {}, '1.0', /^it has no slot account\.sections, and the extension plan of billing \(owner: team-money\) needs 1\.0/],
    ['gets another major version', sections('2.0'), '1.0', /^its slot account\.sections has the version 2\.0, and the extension plan of billing/],
    ['gets an earlier minor version', sections('1.0'), '1.1', /needs 1\.1/],
  ])('blocks a release in which it %s', (_what, contributed, slotVersion, message) => {
    const findings = ask(release('account', 'c', contributed), [{ live: account() }, { live: billing(slotVersion) }]);
    expect(findings).toEqual([{ check: 'slots', message: expect.stringMatching(message) as string, against: { name: 'billing', release: 'b'.repeat(16), as: 'live' } }]);
    expect(findings.map(canBeForced)).toEqual([false]);
  });

  test('can have the version 0.0', () => {
    const live = release('account', 'a', sections('0.0'));
    expect(ask(release('account', 'c', {}), [{ live }, { live: billing('0.0') }])).toMatchObject([{ check: 'slots' }]);
  });

  test('counts extensions of canaries and previous releases; only the latter can be overridden', () => {
    const without = release('billing', 'd', {});
    const findings = ask(release('account', 'c', {}), [{ live: account() }, { live: without, canary: billing(), previous: billing('1.1', 'e') }]);
    expect(findings.map(({ against }) => against?.as)).toEqual(['canary', 'previous']);
    expect(findings.map(canBeForced)).toEqual([false, true]);
  });

  test('may get a later minor version', () => {
    expect(ask(release('account', 'c', sections('1.2')), [{ live: account() }, { live: billing() }])).toEqual([]);
  });

  test('may change for an extension that did not work with it anyway', () => {
    expect(ask(release('account', 'c', {}), [{ live: account() }, { live: billing('2.0') }])).toEqual([]);
    expect(ask(release('account', 'c', {}), [{ live: billing() }])).toEqual([]);
  });

  test('does not keep a bad release live: an earlier release without the slot can replace it', async () => {
    const bad = account();
    const earlier = release('account', 'c', {});
    const { registry, readings } = siteOf([{ live: bad, quarantined: [bad.release] }, { live: billing() }]);
    readings.set(releaseKey('account', earlier.release), { status: 'ok', manifest: earlier });
    const readManifest = (name: string, id: string) => Promise.resolve(readings.get(releaseKey(name, id)) ?? { status: 'missing' as const });
    const entry = { action: 'publish' as const, name: 'account', release: earlier.release, replaced: null, previous: null, when: '2026-11-21T12:00:00.000Z', who: 'a', why: 'b', team: null, overridden: [], canary: null, quarantined: null };
    const found = await earlierRelease(registry, { name: 'account', release: null, excluded: [bad.release] }, {
      readManifest, readCurrentManifest: readManifest,
      readEvidence: () => Promise.resolve({ smokeTest: passedSmokeTest, forbidden: [], styles: [] }),
      readLog: () => Promise.resolve([{ ...entry, revision: 1 }]),
    });
    expect(found).toBe(earlier.release);
  });

  test('may be missing: its extensions wait', () => {
    expect(ask(billing(), [])).toEqual([]);
    expect(ask(billing('3.0'), [{ live: account() }])).toEqual([]);
  });
});

describe('the props of a slot', () => {
  const propsOf = (letter: string, version: string, props: string) => release('account', letter, sections(version), { sections: props });

  test('may not change under the same version', () => {
    const live = propsOf('a', '1.4', '{ readonly userId: string }');
    const findings = ask(propsOf('c', '1.4', '{ readonly user: string }'), [{ live }]);
    expect(findings).toEqual([{ check: 'slots', message: expect.stringMatching(/props of its slot sections have changed, .* still 1\.4: .* 1\.5 if you only added .* 2\.0 if you changed/) as string }]);
    expect(findings.map(canBeForced)).toEqual([true]);
    expect(ask(propsOf('c', '1.5', '{ readonly user: string }'), [{ live }])).toEqual([]);
  });

  test('may get other comments and line breaks', () => {
    const live = propsOf('a', '1.0', "/** Old. */\n{\n    /* which */\n    readonly kind: 'a/*b*/'; // old\n}");
    expect(ask(propsOf('c', '1.0', "/** New. */\n{ readonly kind: 'a/*b*/'; }"), [{ live }])).toEqual([]);
    expect(ask(propsOf('c', '1.0', "/** New. */\n{ readonly kind: 'a'; }"), [{ live }])).toHaveLength(1);
  });

  test('are compared by own keys', () => {
    const withSlot = (letter: string) => release('account', letter, { slots: JSON.parse('{"constructor":{"version":"1.0"}}') as Record<string, { version: string }> }, JSON.parse('{"constructor":"{}"}') as Record<string, string>);
    expect(ask(withSlot('c'), [{ live: release('account', 'a', sections('1.0'), { sections: '{}' }) }])).toEqual([]);
  });
});

test('allows 100 extensions of one slot, counting a module’s live release and its canary once', () => {
  const module = (number: number) => {
    const live = release(`m${number}`, 'b', { extensions: Object.fromEntries(Array.from({ length: 20 }, (_, key) => [`e${key}`, extension('home.cards')])) });
    return { live, canary: { ...live, release: 'c'.repeat(16) } };
  };
  const four = [0, 1, 2, 3].map(module);
  expect(ask(module(4).live, four)).toEqual([]);
  const findings = ask(release('last', 'd', { extensions: { one: extension('home.cards'), two: extension('home.other') } }), [...four, module(4)]);
  expect(findings).toEqual([{ check: 'slots', message: expect.stringContaining('slot home.cards would have 101 extensions') as string }]);
  expect(findings.map(canBeForced)).toEqual([true]);
});

describe('the order of extensions', () => {
  const after = (name: string, letter: string, other: string, slot = 'home.cards') => release(name, letter, { extensions: { card: extension(slot, { after: other }) } });

  test('must not be a cycle', () => {
    const findings = ask(after('news', 'a', 'tasks.card'), [{ live: after('tasks', 'b', 'chat.card') }, { live: after('chat', 'c', 'news.card') }]);
    expect(findings).toEqual([{ check: 'slots', message: expect.stringContaining('news.card → tasks.card → chat.card → news.card') as string }]);
    expect(findings.map(canBeForced)).toEqual([true]);
    expect(ask(after('news', 'a', 'news.card'), [])).toMatchObject([{ message: expect.stringContaining('news.card comes after itself') as string }]);
  });

  test('reports each cycle once', () => {
    const both = release('news', 'a', { extensions: { one: extension('home.cards', { after: 'news.two' }), two: extension('home.cards', { after: 'news.one' }) } });
    expect(ask(both, [])).toHaveLength(1);
  });

  test('is no cycle through another slot, a missing extension or a cycle of others', () => {
    expect(ask(after('news', 'a', 'tasks.card'), [{ live: after('tasks', 'b', 'news.card', 'home.other') }])).toEqual([]);
    expect(ask(after('news', 'a', 'gone.card'), [])).toEqual([]);
    expect(ask(after('news', 'a', 'tasks.card'), [{ live: after('tasks', 'b', 'chat.card') }, { live: after('chat', 'c', 'tasks.card') }])).toEqual([]);
  });
});

describe('shortcuts', () => {
  const command = (changes: Record<string, unknown> = {}) => ({ title: { en: 'Command' }, shortcut: 'g b', ...changes });
  const commands = (name: string, letter: string, declared: NonNullable<Contributed['commands']>) => release(name, letter, { commands: declared });

  test('belong to one command in each place', () => {
    const findings = ask(commands('news', 'a', { open: command() }), [{ live: commands('tasks', 'b', { close: command({ on: ['board'] }) }) }]);
    expect(findings).toMatchObject([{ check: 'shortcuts', message: expect.stringContaining('its command open has the shortcut "g b" of the command close of tasks') as string, against: { name: 'tasks', as: 'live' } }]);
    expect(findings.map(canBeForced)).toEqual([true]);
    expect(ask(commands('news', 'a', { open: command(), close: command({ on: ['board'] }) }), [])).toMatchObject([{ message: expect.stringContaining('of its command open') as string }]);
  });

  test.each([
    ['other keys', command(), command({ shortcut: 'g' })],
    ['pages of two modules', command({ on: ['board'] }), command({ on: ['board'] })],
    ['other users', command({ requires: 'signed-in' }), command({ requires: 'signed-out' })],
  ])('can be the same for %s', (_what, own, other) => {
    expect(ask(commands('news', 'a', { open: own }), [{ live: commands('tasks', 'b', { close: other }) }])).toEqual([]);
  });

  test('can be the same on different pages of one module', () => {
    expect(ask(commands('news', 'a', { open: command({ on: ['board'] }), close: command({ on: ['list'] }) }), [])).toEqual([]);
  });
});
