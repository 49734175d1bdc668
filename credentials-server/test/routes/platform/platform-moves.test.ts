import type { PlatformMove } from '@atrium/releases/model';
import { StoreUnavailableError } from '@atrium/releases/stores';
import { pageBuild, publish } from '../../support/published-site.ts';
import { page, releaseSetIn } from '../../support/read-document.ts';
import { ask } from '../../support/running-site.ts';
import { moved, send, siteWithPlatform, stateOf } from '../../support/site-with-platform.ts';

/** A rollback at the site's first revision. */
const ROLLBACK: PlatformMove = { action: 'rollback', name: 'workspace', release: null, expectedRevision: 5, why: 'totals are wrong' };

function errorOf({ text }: { readonly text: string }): unknown {
  return (JSON.parse(text) as { error: unknown }).error;
}

test('a move changes the site, and the history has the reason and the identified person', async () => {
  const { base, store, previous, live } = await siteWithPlatform();
  const { moved: changed, state } = await moved(base, ROLLBACK);
  expect(changed).toBe(true);
  expect(state.revision).toBe(6);
  expect(state.remotes.find(({ name }) => name === 'workspace')).toMatchObject({ live: previous });
  expect(await store.readLog({ limit: 1 })).toEqual([
    expect.objectContaining({ action: 'rollback', release: previous, replaced: live, who: 'ada@example.com', why: 'totals are wrong', team: null }),
  ]);
  expect(releaseSetIn((await ask(base, '/workspace', page)).text).pages.find(({ name }) => name === 'workspace')?.release).toBe(previous);
});

test('starts, widens and promotes a canary, quarantines a release, and retires a module', async () => {
  const { base, next, live } = await siteWithPlatform();
  const common = { name: 'workspace', why: 'because' };
  const begun = await moved(base, { ...common, action: 'canary', release: next, percent: 5, expectedRevision: 5 });
  expect(begun.state.remotes.find(({ name }) => name === 'workspace')?.canary).toEqual({ release: next, percent: 5 });
  await moved(base, { ...common, action: 'canary', release: next, percent: 50, expectedRevision: 6 });
  const promoted = await moved(base, { ...common, action: 'promote', release: next, expectedRevision: 7 });
  expect(promoted.state.remotes.find(({ name }) => name === 'workspace')).toMatchObject({ live: next, previous: live, canary: null });
  const sound = await moved(base, { ...common, action: 'quarantine', release: next, expectedRevision: 8 });
  expect(sound.state.remotes.find(({ name }) => name === 'workspace')).toMatchObject({ live, quarantined: [next] });
  const retired = await moved(base, { ...common, action: 'retire', release: null, expectedRevision: 9 });
  // It keeps its title.
  expect(retired.state.remotes.find(({ name }) => name === 'workspace')).toMatchObject({ live: null, title: { en: 'The second' } });
});

test('the log says what was moved, and names no person', async () => {
  const { base, lines, previous } = await siteWithPlatform();
  await moved(base, ROLLBACK);
  const line = lines.find((one) => one.includes('the platform team moved a pointer')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ action: 'rollback', remote: 'workspace', release: previous, moved: true });
  expect(lines.join('')).not.toMatch(/ada|totals are wrong|Bearer|\/__atrium/);
});

const INVALID: readonly (readonly [string, Record<string, unknown>])[] = [
  ['names a person', { who: 'Grace' }],
  ['names a team', { team: 'workspace-team' }],
  ['has no reason', { why: ' ' }],
  ['has too long a reason', { why: 'a'.repeat(501) }],
  ['publishes', { action: 'publish', release: 'a'.repeat(16) }],
  ['names no remote', { name: '../shell' }],
  ['names no release', { release: '../../x' }],
  ['has no revision', { expectedRevision: '5' }],
  ['has an impossible percentage', { action: 'canary', release: 'a'.repeat(16), percent: 101 }],
];

test('refuses invalid moves, and changes nothing', async () => {
  const { base, store } = await siteWithPlatform();
  for (const [what, change] of INVALID) {
    const response = await send(base, { ...ROLLBACK, ...change });
    expect([what, response.status, errorOf(response)]).toEqual([what, 400, expect.objectContaining({ code: 'invalid-move' })]);
  }
  expect(await store.readLog({ limit: 10 })).toHaveLength(5);
});

test('refuses a move that rests on an outdated revision', async () => {
  const { base, store } = await siteWithPlatform();
  await publish(store, pageBuild('workspace', { board: '/workspace/*' }, 'The fourth'));
  const response = await send(base, ROLLBACK);
  expect([response.status, errorOf(response)]).toEqual([409, expect.objectContaining({ code: 'revision-mismatch', expected: 5, actual: 6 })]);
  expect((await stateOf(base)).revision).toBe(6);
});

test('of two moves at the same time, one succeeds and the other is refused', async () => {
  const { base } = await siteWithPlatform();
  const responses = await Promise.all([send(base, ROLLBACK), send(base, { ...ROLLBACK, action: 'retire' })]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("reports the gate's findings, and can force those that may be forced", async () => {
  const { base, store, live } = await siteWithPlatform();
  await moved(base, { action: 'quarantine', name: 'workspace', release: live, expectedRevision: 5, why: 'it is bad' });
  const again: PlatformMove = { ...ROLLBACK, release: live, expectedRevision: 6, why: 'it was the backend' };
  const refused = await send(base, again);
  expect([refused.status, errorOf(refused)]).toEqual([
    422,
    expect.objectContaining({ code: 'move-refused', canForce: true, findings: [expect.objectContaining({ check: 'quarantined' })] }),
  ]);
  await moved(base, { ...again, force: true });
  expect(await store.readLog({ limit: 1 })).toEqual([expect.objectContaining({ release: live, overridden: [expect.stringContaining('quarantine')] })]);
});

const IMPOSSIBLE: readonly (readonly [string, PlatformMove])[] = [
  ['the shell', { ...ROLLBACK, action: 'retire', name: 'shell' }],
  ['the auth remote', { ...ROLLBACK, action: 'retire', name: 'auth' }],
  ['what has no canary', { ...ROLLBACK, action: 'promote' }],
  ['what is not stored', { ...ROLLBACK, release: 'a'.repeat(16), force: true }],
];

test('cannot force impossible moves', async () => {
  const { base } = await siteWithPlatform();
  for (const [what, move] of IMPOSSIBLE) {
    const response = await send(base, move);
    expect([what, response.status, errorOf(response)]).toEqual([what, 422, expect.objectContaining({ code: 'move-refused', canForce: false })]);
  }
});

test('a repeated move succeeds, and reports that nothing moved', async () => {
  const { base, previous } = await siteWithPlatform();
  await moved(base, { ...ROLLBACK, release: previous });
  expect(await moved(base, { ...ROLLBACK, release: previous })).toMatchObject({ moved: false, state: { revision: 6 } });
});

test('while the store is unavailable, nothing moves, the response has the reason, and the log has the details', async () => {
  const { base, lines } = await siteWithPlatform({ change: { move: () => Promise.reject(new StoreUnavailableError('it does not respond')) } });
  const response = await send(base, ROLLBACK);
  expect([response.status, errorOf(response)]).toEqual([503, expect.objectContaining({ code: 'store-unavailable' })]);
  expect(lines.join('')).toContain('the store failed');
});

test('does not disclose internal failures', async () => {
  const { base } = await siteWithPlatform({ change: { move: () => Promise.reject(new Error('/srv/secret is full')) } });
  const response = await send(base, ROLLBACK);
  expect([response.status, errorOf(response)]).toEqual([500, expect.objectContaining({ code: 'failed' })]);
  expect(response.text).not.toContain('/srv');
});
