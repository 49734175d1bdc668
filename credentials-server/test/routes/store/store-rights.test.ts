import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSiteStore } from '@atrium/releases/stores/site';
import { StoreUnavailableError } from '@atrium/releases/stores';
import { pageBuild, passedSmokeTest, publishedSite, sealed } from '../../support/published-site.ts';
import { ask, startSite } from '../../support/running-site.ts';
import { API, bearer, codeOf, siteWithTeams } from '../../support/site-with-teams.ts';
import { storeWith } from '../../support/store-with.ts';

test.each<[string, Record<string, string>]>([
  ['no token', {}],
  ['an unknown token', { authorization: `Bearer atrium_aaaaaaaa_${'a'.repeat(32)}` }],
  ['another scheme', { authorization: 'Basic YTpi' }],
])('%s gives no access', async (_what, headers) => {
  const { base } = await siteWithTeams();
  for (const [method, path] of [['GET', 'registry'], ['GET', 'log?limit=1'], ['POST', 'moves'], ['POST', 'releases'], ['GET', 'tokens']] as const) {
    const response = await ask(base, `${API}/${path}`, { method, headers });
    expect([path, response.status, codeOf(response), response.headers['www-authenticate']]).toEqual([path, 401, 'unknown-token', 'Bearer']);
  }
});

test("while the store is unavailable, every client gets the store's own error", async () => {
  const { store, team, base } = await siteWithTeams();
  const unavailable = (): Promise<never> => Promise.reject(new StoreUnavailableError('the project does not respond'));
  const teams = { ...store.teams, teamOfToken: unavailable };
  const site = await startSite({ store: storeWith(store, { teams }) });
  const response = await ask(site, `${API}/registry`, bearer(team));
  expect([response.status, codeOf(response)]).toEqual([503, 'store-unavailable']);
  await expect(openSiteStore({ site, token: team }).readRegistry()).rejects.toBeInstanceOf(StoreUnavailableError);
  expect((await ask(base, `${API}/registry`, bearer(team))).status).toBe(200);
});

test('refuses a revoked and an expired token', async () => {
  const { store, base, team } = await siteWithTeams();
  const expired = await store.teams.createToken({ team: 'orders', expiresInDays: 0 });
  expect((await ask(base, `${API}/registry`, bearer(team))).status).toBe(200);
  await store.teams.revokeToken(team.split('_')[1] ?? '');
  for (const token of [team, expired]) expect((await ask(base, `${API}/registry`, bearer(token))).status).toBe(401);
});

test('a team may neither store, move, check nor retire another team’s remote, nor manage teams', async () => {
  const { store, ids, team, open } = await siteWithTeams();
  const site = open(team);
  const mine = { code: 'not-your-remote' };
  await expect(site.putRelease(await sealed(pageBuild('sales', { list: '/sales' })), passedSmokeTest)).rejects.toMatchObject(mine);
  const move = { name: 'workspace', expectedRevision: 4, who: 'Ada', why: 'mischief' };
  await expect(site.move({ ...move, action: 'retire', release: null })).rejects.toMatchObject(mine);
  await expect(site.move({ ...move, action: 'publish', release: ids['workspace'] ?? '' })).rejects.toMatchObject(mine);
  await expect(site.check({ name: 'workspace', release: ids['workspace'] ?? '' })).rejects.toMatchObject(mine);
  const right = { code: 'not-your-right' };
  await expect(site.teams.listTeams()).rejects.toMatchObject(right);
  await expect(site.teams.createToken({ team: 'orders', remotes: ['*'] })).rejects.toMatchObject(right);
  await expect(site.teams.revokeToken('aaaaaaaa')).rejects.toMatchObject(right);
  await expect(site.collectGarbage({ olderThanDays: 0, dryRun: false })).rejects.toMatchObject(right);
  expect(await store.readRegistry()).toMatchObject({ registry: { revision: 4 } });
  expect(await store.readManifest('sales', ids['workspace'] ?? '')).toEqual({ status: 'missing' });
});

test('the platform team manages tokens; a hash never leaves the store', async () => {
  const { base, platform, open } = await siteWithTeams();
  const site = open(platform);
  const text = await site.teams.createToken({ team: 'sales', remotes: ['sales'], expiresInDays: 30 });
  expect(await site.teams.teamOfToken(text)).toEqual({ team: 'sales', remotes: ['sales'] });
  expect((await site.teams.listTeams()).map(({ team }) => team)).toEqual(['orders', 'platform', 'sales']);
  const listed = await ask(base, `${API}/tokens`, bearer(platform));
  expect(listed.text).not.toMatch(/hash|[A-Za-z0-9+/]{43}=/);
  expect(await site.teams.revokeToken(text.split('_')[1] ?? '')).toBe(true);
  expect(await site.teams.teamOfToken(text)).toBeNull();
  expect(await site.teams.teamOfToken('no token at all')).toBeNull();
});

test('a damaged list of teams admits no client, and discloses nothing to strangers', async () => {
  const { base, lines, team, folder } = await siteWithTeams();
  await writeFile(join(folder, 'teams.json'), '{"schema":');
  const response = await ask(base, `${API}/registry`, bearer(team));
  expect([response.status, codeOf(response)]).toEqual([500, 'failed']);
  expect(response.text).not.toContain('teams.json');
  expect(lines.join('')).toContain('teams.json');
});

test('limits the requests of one address', async () => {
  const { store } = await publishedSite();
  const token = await store.teams.createToken({ team: 'platform', remotes: ['*'] });
  const base = await startSite({ store, storeRequestsPerMinute: 2 });
  const statuses: number[] = [];
  for (let asked = 0; asked < 3; asked += 1) statuses.push((await ask(base, `${API}/registry`, bearer(token))).status);
  expect(statuses).toEqual([200, 200, 429]);
  const response = await ask(base, `${API}/registry`, bearer('atrium_guess'));
  expect([response.status, codeOf(response)]).toEqual([429, 'too-many-requests']);
});
