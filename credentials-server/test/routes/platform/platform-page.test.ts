import { PLATFORM_LOG_PATH, PLATFORM_MOVES_PATH, PLATFORM_PATH, PLATFORM_STATE_PATH, platformLogSchema } from '@atrium/releases/wire';
import { StoreUnavailableError, TeamBookError } from '@atrium/releases/stores';
import * as v from 'valibot';
import { accessToken, adaResponse, type ServiceResponse } from '../../support/auth-service.ts';
import { pageBuild, publish } from '../../support/published-site.ts';
import { page } from '../../support/read-document.ts';
import { ask } from '../../support/running-site.ts';
import { codeOf } from '../../support/site-with-teams.ts';
import { fromPage, send, siteWithPlatform, stateOf } from '../../support/site-with-platform.ts';

/** Ada, with some values changed. */
function ada(change: Readonly<Record<string, unknown>>): ServiceResponse {
  return { status: 200, body: JSON.stringify({ ...(JSON.parse(adaResponse.body) as object), ...change }) };
}

async function historyOf(base: string, query: string) {
  const { status, text } = await ask(base, `${PLATFORM_LOG_PATH}?${query}`, fromPage());
  return status === 200 ? v.parse(platformLogSchema, JSON.parse(text)).entries : status;
}

test('is a page, and its API is not', async () => {
  const { base } = await siteWithPlatform();
  expect((await ask(base, PLATFORM_PATH, page)).headers['content-type']).toContain('text/html');
  for (const address of [PLATFORM_STATE_PATH, PLATFORM_LOG_PATH, PLATFORM_MOVES_PATH, `${PLATFORM_PATH}/`, `${PLATFORM_PATH}/other`]) {
    expect((await ask(base, address, page)).headers['content-type']).toContain('application/json');
  }
});

test('shows live releases, the person, and teams without hashes or tokens', async () => {
  const { base, store, live, previous } = await siteWithPlatform();
  const token = await store.teams.createToken({ team: 'workspace-team', remotes: ['workspace'], expiresInDays: 3 });
  const { status, headers, text } = await ask(base, PLATFORM_STATE_PATH, fromPage());
  expect([status, headers['cache-control'], headers['access-control-allow-origin']]).toEqual([200, 'no-store', undefined]);
  const state = await stateOf(base);
  expect(state).toMatchObject({ revision: 5, person: 'ada@example.com', problems: [] });
  expect(state.remotes.map(({ name, kind }) => `${name} ${kind}`)).toEqual(['shell shell', 'auth auth-remote', 'account page-module', 'workspace page-module']);
  expect(state.remotes[3]).toMatchObject({ title: { en: 'The second' }, owner: null, live, previous, canary: null, quarantined: [] });
  expect(state.teams).toMatchObject([{ team: 'workspace-team', remotes: ['workspace'], tokens: [{ id: token.split('_')[1] }] }]);
  expect(Object.keys(state.teams?.[0]?.tokens[0] ?? {})).toEqual(['id', 'created', 'expires']);
  expect(text).not.toContain(token.split('_')[2]);
  expect(text).not.toContain('hash');
});

test('shows reports about releases, and problems of live ones', async () => {
  const counts = { shown: 120, failed: 3, networks: 3, errors: 1 };
  const { base, store, live } = await siteWithPlatform({ change: { readManifest: () => Promise.resolve({ status: 'missing' }) } });
  store.health.read = () => Promise.resolve([{ name: 'workspace', release: live, recent: counts, all: counts }]);
  store.health.timings = () => Promise.resolve([{ name: 'workspace', release: live, timings: [{ measure: 'load', bucket: 11, visitors: 8 }] }]);
  const state = await stateOf(base);
  expect(state.health).toMatchObject([{ name: 'workspace', all: { shown: 120, failed: 3, errors: 1 }, load: 1300, input: null }]);
  expect(state.problems).toContainEqual({ remote: 'workspace', release: live, problem: 'its manifest is not in the store', code: 'missing' });
});

test('shows where live releases failed, by kind, with the source lines', async () => {
  const { base, store, live } = await siteWithPlatform();
  const map = (file: string) => JSON.stringify({ version: 3, names: [], mappings: 'AAAA;AACA', sources: [`webpack://atrium-workspace/./${file}`], sourcesContent: [null] });
  const releaseFile = store.releaseFile.bind(store);
  const reads: string[] = [];
  store.releaseFile = (name, release, path, encodings) => {
    reads.push(path);
    if (path === 'list.js.map') return Promise.resolve({ content: Buffer.from(map('src/list.tsx')), encoding: 'identity' });
    if (path === 'lib.js.map') return Promise.resolve({ content: Buffer.from(map('node_modules/lib/index.js')), encoding: 'identity' });
    return releaseFile(name, release, path, encodings);
  };
  const failure = { name: 'workspace', release: live, minute: Math.floor(Date.now() / 60_000), stage: 'use', type: 'TypeError' } as const;
  const places = [`workspace/${live}/lib.js:1:1`, `workspace/${live}/list.js:2:1`];
  await store.health.addFailures([
    { ...failure, trace: 'second', places },
    { ...failure, trace: 'other', type: 'RangeError', places: [`workspace/${live}/none.js:1:1`], extension: 'workspace.card' },
    { ...failure, trace: 'unknown', release: 'abcdefgh234567ab', places },
  ]);
  await store.health.addFailures([{ ...failure, trace: 'latest', places }]);
  const { failures } = await stateOf(base);
  expect(failures).toHaveLength(2);
  expect(failures).toContainEqual({ name: 'workspace', release: live, trace: 'latest', stage: 'use', type: 'TypeError', extension: null, place: 'src/list.tsx:2', when: expect.any(String) as string, times: 2 });
  expect(failures).toContainEqual(expect.objectContaining({ trace: 'other', extension: 'workspace.card', place: `workspace/${live}/none.js:1:1`, times: 1 }));
  await stateOf(base);
  expect(reads.sort()).toEqual(['lib.js.map', 'list.js.map', 'none.js.map']);
});

test('shows the live releases when teams or health cannot be read', async () => {
  const unavailable = () => Promise.reject(new StoreUnavailableError('it does not respond'));
  const { base, store, lines } = await siteWithPlatform();
  store.health.read = unavailable;
  store.teams.listTeams = () => Promise.reject(new TeamBookError('The teams’ file is damaged.'));
  expect(await stateOf(base)).toMatchObject({ revision: 5, teams: null, health: null });
  expect(lines.join('')).toContain('a part of the platform team’s page cannot be read');
});

test('lists extensions that wait for a slot', async () => {
  const { base, store } = await siteWithPlatform();
  const extension = (slot: string) => ({ slot, slotVersion: '1.0', title: { en: 'Orders' }, size: { height: 80 } });
  const { description, files } = pageBuild('orders', { list: '/orders' });
  const extensions = { card: extension('home.cards'), top: extension('site.home') };
  const moduleManifest = { name: 'orders', contract: '^0.1', title: { en: 'orders' }, routes: { list: '/orders' }, navigation: [], extensions };
  await publish(store, { description: { ...description, moduleManifest }, files });
  expect((await stateOf(base)).waiting).toEqual([{ module: 'orders', extension: 'card', slot: 'home.cards', slotVersion: '1.0', offered: null }]);
});

test('reports an unreadable registry', async () => {
  const { base } = await siteWithPlatform({ change: { readRegistry: () => Promise.resolve({ status: 'malformed', problem: 'registry.json' }) } });
  const response = await ask(base, PLATFORM_STATE_PATH, fromPage());
  expect([response.status, codeOf(response)]).toEqual([503, 'registry-unreadable']);
});

test('serves the history in pages, also for one remote', async () => {
  const { base } = await siteWithPlatform();
  expect(await historyOf(base, 'limit=2')).toMatchObject([{ revision: 5, who: 'a test', why: 'to see it' }, { revision: 4 }]);
  expect(await historyOf(base, 'limit=2&before=4')).toMatchObject([{ revision: 3 }, { revision: 2 }]);
  expect(await historyOf(base, 'limit=10&name=workspace')).toMatchObject([{ name: 'workspace' }, { name: 'workspace' }]);
  for (const query of ['', 'limit=0', 'limit=9999', 'limit=2&name=../x', 'limit=2&before=-1', 'limit=2&more=1']) expect(await historyOf(base, query)).toBe(400);
});

const NOT_ADMITTED: readonly (readonly [string, Record<string, string>, number, string])[] = [
  ['a caller without a token', { authorization: '' }, 401, 'not-signed-in'],
  ['a team’s token', { authorization: `Bearer atrium_abcdefgh_${'a'.repeat(32)}` }, 401, 'not-signed-in'],
  ['a token of another person', { authorization: `Bearer ${accessToken({ sub: 'grace', aal: 'aal2' })}` }, 401, 'not-signed-in'],
  ['a person without a second factor', { authorization: `Bearer ${accessToken()}` }, 403, 'second-factor-needed'],
  ['a token without a level', { authorization: `Bearer ${accessToken({ sub: 'ada' })}` }, 403, 'second-factor-needed'],
];

test('who is not signed in with a second factor can neither read nor move anything', async () => {
  const { base, store } = await siteWithPlatform();
  const move = { action: 'rollback', name: 'workspace', release: null, expectedRevision: 5, why: 'because' } as const;
  for (const [who, headers, status, code] of NOT_ADMITTED) {
    const responses = [await ask(base, PLATFORM_STATE_PATH, fromPage(headers)), await ask(base, `${PLATFORM_LOG_PATH}?limit=5`, fromPage(headers)), await send(base, move, headers)];
    for (const response of responses) expect([who, response.status, codeOf(response)]).toEqual([who, status, code]);
  }
  expect(await store.readLog({ limit: 10 })).toHaveLength(5);
});

const UNKNOWN_PEOPLE: readonly (readonly [string, ServiceResponse | null, number, string])[] = [
  ['is not on the list', ada({ email: 'grace@example.com' }), 403, 'not-platform-team'],
  ['has a longer address than one on the list', ada({ email: 'ada@example.com.evil.example' }), 403, 'not-platform-team'],
  ['has no address', ada({ email: '' }), 403, 'not-platform-team'],
  ['no longer exists', { status: 403, body: '{}' }, 401, 'not-signed-in'],
  ['cannot be identified, because the service does not respond', null, 503, 'sign-in-unavailable'],
];

test('refuses people who are not on the list, and names none in the log', async () => {
  let serviceResponse: ServiceResponse | null = null;
  const { base, lines } = await siteWithPlatform({ respondTo: () => serviceResponse });
  for (const [what, response, status, code] of UNKNOWN_PEOPLE) {
    serviceResponse = response;
    const refusal = await ask(base, PLATFORM_STATE_PATH, fromPage());
    expect([what, refusal.status, codeOf(refusal)]).toEqual([what, status, code]);
  }
  expect(lines.join('')).not.toContain('@');
});

const ADA_ID = '7d1c1f53-0d3c-4b53-a3a4-3a2f4a1a0001';

test('a listed user ID grants access without a confirmed address, and the person is named by address or ID', async () => {
  const byId = { platformTeam: [ADA_ID], confirmed: null };
  const headers = { authorization: `Bearer ${accessToken({ sub: ADA_ID, aal: 'aal2' })}` };
  for (const [email, person] of [['ada@example.com', 'ada@example.com'], ['', ADA_ID]] as const) {
    const { base } = await siteWithPlatform({ ...byId, respondTo: () => ada({ id: ADA_ID, email }) });
    const response = await ask(base, PLATFORM_STATE_PATH, fromPage(headers));
    expect([response.status, JSON.parse(response.text)]).toMatchObject([200, { person }]);
  }
});

test.each<[string, ServiceResponse | null, number, string]>([
  ['no mail confirmed it', { status: 200, body: 'null' }, 403, 'address-unproven'],
  ['a mail confirmed another one', { status: 200, body: JSON.stringify('grace@example.com') }, 403, 'address-unproven'],
  ['the project has no such function', { status: 404, body: JSON.stringify({ code: 'PGRST202' }) }, 403, 'address-unproven'],
  ['the project sends something else', { status: 200, body: '{}' }, 503, 'sign-in-unavailable'],
  ['the project fails', { status: 500, body: '' }, 503, 'sign-in-unavailable'],
  ['the project does not respond', null, 503, 'sign-in-unavailable'],
])('a listed address grants no access if %s', async (_what, confirmed, status, code) => {
  const { base, store } = await siteWithPlatform({ confirmed });
  const move = { action: 'retire', name: 'workspace', release: null, expectedRevision: 5, why: 'because' } as const;
  for (const response of [await ask(base, PLATFORM_STATE_PATH, fromPage()), await send(base, move)]) expect([response.status, codeOf(response)]).toEqual([status, code]);
  expect(await store.readLog({ limit: 10 })).toHaveLength(5);
});

test('compares addresses without regard to case', async () => {
  const { base } = await siteWithPlatform({ respondTo: () => ada({ email: 'Ada@Example.com' }) });
  expect((await stateOf(base)).person).toBe('Ada@Example.com');
});

test('a site without a platform team explains how to set one', async () => {
  const { base } = await siteWithPlatform({ platformTeam: [] });
  const response = await ask(base, PLATFORM_STATE_PATH, fromPage());
  expect([response.status, codeOf(response)]).toEqual([403, 'no-platform-team']);
  expect(response.text).toContain('PLATFORM_TEAM');
});

const OTHER_PLACES: readonly (readonly [string, Record<string, string>])[] = [
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another host of this site', { 'sec-fetch-site': 'same-site' }],
  ['the address bar', { 'sec-fetch-site': 'none' }],
  ['another origin, in an older browser', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
];

test('refuses requests from elsewhere before it asks the auth service', async () => {
  const { base, asked } = await siteWithPlatform();
  const move = { action: 'retire', name: 'workspace', release: null, expectedRevision: 5, why: 'because' } as const;
  for (const [where, headers] of OTHER_PLACES) {
    for (const response of [await ask(base, PLATFORM_STATE_PATH, fromPage(headers)), await send(base, move, headers)]) {
      expect([where, response.status, codeOf(response), response.headers['access-control-allow-origin']]).toEqual([where, 403, 'not-own-page', undefined]);
    }
  }
  expect(asked).toEqual([]);
});

test('accepts older browsers, which omit Sec-Fetch-Site, and Origin when reading', async () => {
  const { base } = await siteWithPlatform();
  expect((await ask(base, PLATFORM_STATE_PATH, fromPage({ 'sec-fetch-site': '' }))).status).toBe(200);
  const move = { action: 'rollback', name: 'workspace', release: null, expectedRevision: 5, why: 'because' } as const;
  expect((await send(base, move, { 'sec-fetch-site': '' })).status).toBe(403);
  expect((await send(base, move, { 'sec-fetch-site': '', origin: base })).status).toBe(200);
});

test('limits the requests of one address', async () => {
  const { base } = await siteWithPlatform({ requestsPerMinute: 1 });
  await stateOf(base);
  const response = await ask(base, PLATFORM_STATE_PATH, fromPage());
  expect([response.status, codeOf(response)]).toEqual([429, 'too-many-requests']);
});
