import { MoveRefusedError, ReleaseConflictError, RevisionMismatchError, StoreLockedError } from '@atrium/releases/stores';
import { makeLive, pageBuild, passedSmokeTest, sealed } from '../../support/published-site.ts';
import { ask } from '../../support/running-site.ts';
import { API, bearer, orders, siteWithTeams } from '../../support/site-with-teams.ts';

test('a team publishes its remote, and the move names the team of the token', async () => {
  const { store, team, open } = await siteWithTeams();
  const site = open(team);
  const release = await sealed(orders);
  expect(await site.putRelease(release, passedSmokeTest)).toBe('stored');
  expect(await site.putRelease(release, passedSmokeTest)).toBe('already-there');
  const move = { action: 'publish', name: 'orders', release: release.manifest.release, expectedRevision: 4, who: 'Ada', why: 'first' } as const;
  const { registry, entry } = await site.move({ ...move, team: 'platform' });
  expect(registry).toMatchObject({ revision: 5, remotes: { orders: { live: release.manifest.release } } });
  expect(entry).toMatchObject({ team: 'orders', who: 'orders' });
  expect(await store.readLog({ limit: 1 })).toEqual([entry]);
  expect(await site.readSmokeTest('orders', release.manifest.release)).toEqual(passedSmokeTest);
});

test('a team tries a release as canary, promotes it, and puts it in quarantine', async () => {
  const { store, team, open } = await siteWithTeams();
  const site = open(team);
  const [one, two] = [await sealed(orders), await sealed(pageBuild('orders', { list: '/orders' }, 'two'))];
  for (const release of [one, two]) await site.putRelease(release, passedSmokeTest);
  await makeLive(site, one);
  const [{ release: sound }, { release }] = [one.manifest, two.manifest];
  const move = { name: 'orders', who: 'Ada', why: 'a try' } as const;
  const begun = await site.move({ ...move, action: 'canary', release, percent: 5, expectedRevision: 5 });
  expect(begun.registry.remotes['orders']).toMatchObject({ live: sound, canary: { release, percent: 5 } });
  const promoted = await site.move({ ...move, action: 'promote', release: null, expectedRevision: 6 });
  expect(promoted.registry.remotes['orders']).toMatchObject({ live: release, canary: null });
  const ended = await site.move({ ...move, action: 'quarantine', release, expectedRevision: 7 });
  expect(ended.registry.remotes['orders']).toMatchObject({ live: sound, quarantined: [release] });
  expect(await site.readRegistry()).toEqual({ status: 'ok', registry: ended.registry });
  expect(await store.readLog({ limit: 3 })).toEqual([ended.entry, promoted.entry, begun.entry]);
});

test('the platform team lists and removes unused releases', async () => {
  const { store, platform, open } = await siteWithTeams();
  const site = open(platform);
  const unused = await sealed(orders);
  await site.putRelease(unused, passedSmokeTest);
  const { name, release } = unused.manifest;
  expect((await site.collectGarbage({ olderThanDays: 1, dryRun: false })).removed).toEqual([]);
  const planned = await site.collectGarbage({ olderThanDays: 0, dryRun: true });
  expect(planned.removed).toMatchObject([{ name, release }]);
  expect((await store.readManifest(name, release)).status).toBe('ok');
  expect(await site.collectGarbage({ olderThanDays: 0, dryRun: false })).toEqual(planned);
  expect(await store.readManifest(name, release)).toEqual({ status: 'missing' });
});

test('errors of the store arrive as the same errors, with the same messages', async () => {
  const { team, open, store } = await siteWithTeams();
  const site = open(team);
  const release = await sealed(orders);
  const { name, release: id } = release.manifest;
  const move = { action: 'publish', name, release: id, expectedRevision: 4, who: 'Ada', why: 'first' } as const;
  await expect(site.move(move)).rejects.toThrow(MoveRefusedError);
  await expect(site.move(move)).rejects.toMatchObject({ findings: [{ check: 'stored' }] });
  await site.putRelease(release, passedSmokeTest);
  const late = site.move({ ...move, expectedRevision: 3 });
  await expect(late).rejects.toThrow(RevisionMismatchError);
  await expect(late).rejects.toMatchObject({ expected: 3, actual: 4 });
  const clash = await sealed(pageBuild('orders', { list: '/login' }));
  await site.putRelease(clash, passedSmokeTest);
  const refused = site.move({ ...move, release: clash.manifest.release });
  await expect(refused).rejects.toMatchObject({ findings: [{ check: 'paths', against: { name: 'account' } }] });
  const refusal = await refused.catch((error: unknown) => error);
  const own = await store.move({ ...move, release: clash.manifest.release }).catch((error: unknown) => error);
  expect(String(refusal)).toBe(String(own));
});

test('conflicting bytes and a locked store cause the same errors as in a local store', async () => {
  const { team, open } = await siteWithTeams({
    putRelease: () => Promise.reject(new ReleaseConflictError('orders', 'abcdefgh234567ab')),
    move: () => Promise.reject(new StoreLockedError('another process')),
  });
  const release = await sealed(orders);
  await expect(open(team).putRelease(release, passedSmokeTest)).rejects.toThrow(ReleaseConflictError);
  const move = { action: 'retire', name: 'orders', release: null, expectedRevision: 4, who: 'Ada', why: 'over' } as const;
  await expect(open(team).move(move)).rejects.toThrow(StoreLockedError);
});

test('responses are not cached, and no other origin may read them', async () => {
  const { base, platform } = await siteWithTeams();
  const { headers } = await ask(base, `${API}/registry`, { headers: { ...bearer(platform).headers, origin: 'https://elsewhere.example' } });
  expect([headers['cache-control'], headers['access-control-allow-origin']]).toEqual(['no-store', undefined]);
  const preflight = await ask(base, `${API}/moves`, { method: 'OPTIONS', headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' } });
  expect(preflight.status).toBe(405);
});

test('the log names the team, the action and the release, and never a token', async () => {
  const { base, lines, team, platform, open } = await siteWithTeams();
  const release = await sealed(orders);
  await open(team).putRelease(release, passedSmokeTest);
  await makeLive(open(team), release);
  const made = await open(platform).teams.createToken({ team: 'sales', remotes: ['sales'] });
  await ask(base, `${API}/registry`, bearer('atrium_wrong_hush5678'));
  const log = lines.join('');
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(logged).toContainEqual(expect.objectContaining({ team: 'orders', action: 'put', remote: 'orders', release: release.manifest.release }));
  expect(logged).toContainEqual(expect.objectContaining({ team: 'orders', action: 'publish', remote: 'orders', moved: true }));
  expect(logged).toContainEqual(expect.objectContaining({ route: 'store', status: 401 }));
  for (const token of [team, platform, made, 'atrium_wrong_hush5678']) expect(log).not.toContain(token.split('_')[2]);
});

test('refuses every other write', async () => {
  const { base, platform } = await siteWithTeams();
  for (const path of ['/', '/__atrium/registry', `${API}/registry`, `${API}/nothing`, '/api/supabase-credentials']) {
    const { status } = await ask(base, path, { method: 'POST', body: '{}', headers: { ...bearer(platform).headers, 'content-type': 'application/json' } });
    expect([path, status]).toEqual([path, 405]);
  }
});
