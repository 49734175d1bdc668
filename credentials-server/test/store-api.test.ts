import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { openSiteStore } from '@atrium/releases/site-store';
import {
  InvalidReleaseError,
  MoveRefusedError,
  ReleaseConflictError,
  RevisionMismatchError,
  StoreLockedError,
} from '@atrium/releases/store-errors';
import { makeLive, pageBuild, passedTrial, publishedSite, sealed } from './published-site.ts';
import { ask, startSite, type Answer } from './running-site.ts';
import { storeWith } from './store-with.ts';

const api = '/__atrium/store';
const orders = pageBuild('orders', { list: '/orders' });

/** A site, the store behind it, and tokens of the platform team and of a team that has one remote. */
async function siteWithTeams(change: Partial<ReleaseStore> = {}) {
  const { store, ids, folder } = await publishedSite();
  const platform = await store.teams.createToken({ team: 'platform', remotes: ['*'] });
  const team = await store.teams.createToken({ team: 'orders', remotes: ['orders'] });
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const base = await startSite({ store: storeWith(store, change), logger: { level: 'info', stream } });
  return { store, ids, folder, base, lines, platform, team, open: (token: string) => openSiteStore({ site: base, token }) };
}

function bearer(token: string): { headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${token}` } };
}

function codeOf({ text }: Answer): unknown {
  const body = JSON.parse(text) as { error?: { code?: unknown } };
  return body.error?.code;
}

test('a team publishes its remote, and the move names the team of the token', async () => {
  const { store, team, open } = await siteWithTeams();
  const site = open(team);
  const release = await sealed(orders);
  expect(await site.putRelease(release, passedTrial)).toBe('stored');
  expect(await site.putRelease(release, passedTrial)).toBe('already-there');
  const move = { action: 'publish', name: 'orders', release: release.manifest.release, expectedRevision: 4, who: 'Ada', why: 'first' } as const;
  const { registry, entry } = await site.move({ ...move, team: 'platform' });
  expect(registry).toMatchObject({ revision: 5, remotes: { orders: { live: release.manifest.release } } });
  expect(entry).toMatchObject({ team: 'orders', who: 'Ada' });
  expect(await store.readLog({ limit: 1 })).toEqual([entry]);
  expect(await site.readTrial('orders', release.manifest.release)).toEqual(passedTrial);
});

test.each<[string, Record<string, string>]>([
  ['no token', {}],
  ['an unknown token', { authorization: `Bearer atrium_aaaaaaaa_${'a'.repeat(32)}` }],
  ['another scheme', { authorization: 'Basic YTpi' }],
])('%s: nothing is shown and nothing is done', async (_what, headers) => {
  const { base } = await siteWithTeams();
  for (const [method, path] of [['GET', 'registry'], ['GET', 'log?limit=1'], ['POST', 'moves'], ['POST', 'releases'], ['GET', 'tokens']] as const) {
    const answer = await ask(base, `${api}/${path}`, { method, headers });
    expect([path, answer.status, codeOf(answer), answer.headers['www-authenticate']]).toEqual([path, 401, 'unknown-token', 'Bearer']);
  }
});

test('a revoked and an expired token are worth nothing', async () => {
  const { store, base, team } = await siteWithTeams();
  const expired = await store.teams.createToken({ team: 'orders', expiresInDays: 0 });
  expect((await ask(base, `${api}/registry`, bearer(team))).status).toBe(200);
  await store.teams.revokeToken(team.split('_')[1] ?? '');
  for (const token of [team, expired]) expect((await ask(base, `${api}/registry`, bearer(token))).status).toBe(401);
});

test('a team may neither store, move, check nor retire what is another’s, and may not manage teams', async () => {
  const { store, ids, team, open } = await siteWithTeams();
  const site = open(team);
  const mine = { code: 'not-your-remote' };
  await expect(site.putRelease(await sealed(pageBuild('sales', { list: '/sales' })), passedTrial)).rejects.toMatchObject(mine);
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
  const listed = await ask(base, `${api}/tokens`, bearer(platform));
  expect(listed.text).not.toMatch(/hash|[A-Za-z0-9+/]{43}=/);
  expect(await site.teams.revokeToken(text.split('_')[1] ?? '')).toBe(true);
  expect(await site.teams.teamOfToken(text)).toBeNull();
  expect(await site.teams.teamOfToken('no token at all')).toBeNull();
});

test('errors of the store arrive as the same errors, in its own words', async () => {
  const { team, open, store } = await siteWithTeams();
  const site = open(team);
  const release = await sealed(orders);
  const { name, release: id } = release.manifest;
  const move = { action: 'publish', name, release: id, expectedRevision: 4, who: 'Ada', why: 'first' } as const;
  await expect(site.move(move)).rejects.toThrow(MoveRefusedError);
  await expect(site.move(move)).rejects.toMatchObject({ findings: [{ check: 'stored' }] });
  await site.putRelease(release, passedTrial);
  const late = site.move({ ...move, expectedRevision: 3 });
  await expect(late).rejects.toThrow(RevisionMismatchError);
  await expect(late).rejects.toMatchObject({ expected: 3, actual: 4 });
  const clash = await sealed(pageBuild('orders', { list: '/login' }));
  await site.putRelease(clash, passedTrial);
  const refused = site.move({ ...move, release: clash.manifest.release });
  await expect(refused).rejects.toMatchObject({ findings: [{ check: 'paths', against: { name: 'account' } }] });
  const told = await refused.catch((error: unknown) => error);
  const own = await store.move({ ...move, release: clash.manifest.release }).catch((error: unknown) => error);
  expect(String(told)).toBe(String(own));
});

test('a damaged, an incomplete and an overfull upload are refused, and nothing is stored', async () => {
  const { store, team, open } = await siteWithTeams();
  const release = await sealed(orders);
  const [[path, content] = ['', Buffer.alloc(0)]] = release.files;
  const less = new Map(release.files);
  less.delete(path);
  for (const files of [
    new Map(release.files).set(path, Buffer.concat([content, Buffer.from('!')])),
    less,
    new Map(release.files).set('more.js', Buffer.from('more')),
  ]) {
    await expect(open(team).putRelease({ ...release, files }, passedTrial)).rejects.toThrow(InvalidReleaseError);
  }
  expect(await store.readManifest('orders', release.manifest.release)).toEqual({ status: 'missing' });
});

test('other bytes under one id, and a locked store, are what they are at hand', async () => {
  const { team, open } = await siteWithTeams({
    putRelease: () => Promise.reject(new ReleaseConflictError('orders', 'abcdefgh234567ab')),
    move: () => Promise.reject(new StoreLockedError('somebody')),
  });
  const release = await sealed(orders);
  await expect(open(team).putRelease(release, passedTrial)).rejects.toThrow(ReleaseConflictError);
  const move = { action: 'retire', name: 'orders', release: null, expectedRevision: 4, who: 'Ada', why: 'over' } as const;
  await expect(open(team).move(move)).rejects.toThrow(StoreLockedError);
});

test.each<[string, (form: FormData) => void]>([
  ['no manifest', (form) => form.append('trial', JSON.stringify(passedTrial))],
  ['a manifest that is no JSON', (form) => form.append('manifest', '{')],
  ['a manifest of another form', (form) => form.append('manifest', '{"name":"orders"}')],
])('an upload with %s is a bad request', async (_what, fill) => {
  const { base, team } = await siteWithTeams();
  const form = new FormData();
  fill(form);
  const answer = await fetch(`${base}${api}/releases`, { method: 'POST', body: form, ...bearer(team) });
  expect([answer.status, await answer.json()]).toEqual([400, { error: { code: 'bad-request', message: expect.any(String) as string } }]);
});

test.each(['../secret.js', '/etc/passwd', 'a/../b.js', 'app.js.br'])('a file called %s is not taken', async (path) => {
  const { base, team } = await siteWithTeams();
  const { manifest } = await sealed(orders);
  const form = new FormData();
  form.append('manifest', JSON.stringify(manifest));
  form.append('trial', JSON.stringify(passedTrial));
  form.append(`file:${path}`, new Blob(['x']), 'content');
  const answer = await fetch(`${base}${api}/releases`, { method: 'POST', body: form, ...bearer(team) });
  expect(answer.status).toBe(400);
});

test('more files, or more bytes, than a release may have are refused', async () => {
  const { base, team } = await siteWithTeams();
  const { manifest } = await sealed(orders);
  const upload = async (files: number, bytes: number): Promise<number> => {
    const form = new FormData();
    form.append('manifest', JSON.stringify(manifest));
    form.append('trial', JSON.stringify(passedTrial));
    const content = new Blob([new Uint8Array(bytes)]);
    for (let index = 0; index < files; index += 1) form.append(`file:part${index}.js`, content, 'content');
    return (await fetch(`${base}${api}/releases`, { method: 'POST', body: form, ...bearer(team) })).status;
  };
  expect(await upload(2001, 1)).toBe(413);
  expect(await upload(3, 22_000_000)).toBe(413);
}, 30_000);

test('a proposal may be as large as the manifest of the largest release, and no larger', async () => {
  const { base, platform } = await siteWithTeams();
  const post = (bytes: number) =>
    ask(base, `${api}/checks`, { method: 'POST', body: JSON.stringify('x'.repeat(bytes)), headers: { ...bearer(platform).headers, 'content-type': 'application/json' } });
  const [large, larger] = [await post(1_900_000), await post(2_100_000)];
  expect([large.status, codeOf(large)]).toEqual([400, 'bad-request']);
  expect([larger.status, codeOf(larger)]).toEqual([413, 'too-large']);
});

test('a damaged list of teams lets nobody in, and tells strangers nothing', async () => {
  const { base, lines, team, folder } = await siteWithTeams();
  await writeFile(join(folder, 'teams.json'), '{"schema":');
  const answer = await ask(base, `${api}/registry`, bearer(team));
  expect([answer.status, codeOf(answer)]).toEqual([500, 'failed']);
  expect(answer.text).not.toContain('teams.json');
  expect(lines.join('')).toContain('teams.json');
});

test('answers are not kept by anybody, and no other origin may read them', async () => {
  const { base, platform } = await siteWithTeams();
  const { headers } = await ask(base, `${api}/registry`, { headers: { ...bearer(platform).headers, origin: 'https://elsewhere.example' } });
  expect([headers['cache-control'], headers['access-control-allow-origin']]).toEqual(['no-store', undefined]);
  const preflight = await ask(base, `${api}/moves`, { method: 'OPTIONS', headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' } });
  expect(preflight.status).toBe(405);
});

test('the log names the team, the action and the release, and never a token', async () => {
  const { base, lines, team, platform, open } = await siteWithTeams();
  const release = await sealed(orders);
  await open(team).putRelease(release, passedTrial);
  await makeLive(open(team), release);
  const made = await open(platform).teams.createToken({ team: 'sales', remotes: ['sales'] });
  await ask(base, `${api}/registry`, bearer('atrium_wrong_hush5678'));
  const log = lines.join('');
  const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(said).toContainEqual(expect.objectContaining({ team: 'orders', action: 'put', remote: 'orders', release: release.manifest.release }));
  expect(said).toContainEqual(expect.objectContaining({ team: 'orders', action: 'publish', remote: 'orders', moved: true }));
  expect(said).toContainEqual(expect.objectContaining({ route: 'store', status: 401 }));
  for (const token of [team, platform, made, 'atrium_wrong_hush5678']) expect(log).not.toContain(token.split('_')[2]);
});

test('every other write is refused as before', async () => {
  const { base, platform } = await siteWithTeams();
  for (const path of ['/', '/__atrium/registry', `${api}/registry`, `${api}/nothing`, '/api/supabase-credentials']) {
    const { status } = await ask(base, path, { method: 'POST', body: '{}', headers: { ...bearer(platform).headers, 'content-type': 'application/json' } });
    expect([path, status]).toEqual([path, 405]);
  }
});

test('who asks too often has to wait', async () => {
  const { store } = await publishedSite();
  const token = await store.teams.createToken({ team: 'platform', remotes: ['*'] });
  const base = await startSite({ store, storeRequestsPerMinute: 2 });
  const statuses: number[] = [];
  for (let asked = 0; asked < 3; asked += 1) statuses.push((await ask(base, `${api}/registry`, bearer(token))).status);
  expect(statuses).toEqual([200, 200, 429]);
  const answer = await ask(base, `${api}/registry`, bearer('atrium_guess'));
  expect([answer.status, codeOf(answer)]).toEqual([429, 'too-many-requests']);
});
