import { createHash } from 'node:crypto';
import { jest } from '@jest/globals';
import { PREVIEW_PATH } from '@atrium/releases/wire';
import { MAX_PREVIEW_MINUTES, previewDigest } from '@atrium/releases/preview';
import { accessToken, type ServiceResponse } from '../../support/auth-service.ts';
import { authBuild, pageBuild, shellBuild } from '../../support/published-site.ts';
import { releaseSetIn } from '../../support/read-document.ts';
import { ask } from '../../support/running-site.ts';
import { blockIn, check, confirmed, fromOwnPage, open, siteWithPreviews } from '../../support/site-with-previews.ts';
import { codeOf } from '../../support/site-with-teams.ts';

/** The release of a module that a document names. */
function releaseIn({ text }: { readonly text: string }, name = 'workspace'): string | undefined {
  return releaseSetIn(text).pages.find((page) => page.name === name)?.release;
}

const TAB_SCRIPT = /<script src="\/__atrium\/preview-tab\.js" integrity="(sha384-[^"]+)" crossorigin="anonymous"(?: data-preview="([\w-]{22})")?><\/script>/;

test('a link tells signed-in people what it shows', async () => {
  const { base, sign, offer, asked } = await siteWithPreviews();
  const { status, text, headers } = await check(base, sign());
  expect([status, JSON.parse(text)]).toEqual([200, { ...offer, team: 'workspace-team' }]);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['set-cookie']).toBeUndefined();
  expect(asked).toEqual(['GET /auth/v1/user sb_publishable_test']);
});

test('confirming a link sets a session cookie that no script and no other site can use, and the log names no person', async () => {
  const { base, sign, lines, offer } = await siteWithPreviews();
  const link = sign();
  const { address, setCookie } = await confirmed(base, link);
  expect(setCookie).toBe(`atrium-preview=${link}; Path=/; HttpOnly; SameSite=Strict`);
  expect(address).toMatch(/^\/workspace\/plans\?x=1&atrium-preview=[\w-]{22}$/);
  const line = lines.find((one) => one.includes('a preview was confirmed')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ team: 'workspace-team', remote: 'workspace', release: offer.release });
  expect(lines.join('')).not.toMatch(/ada|v1\.|atrium-preview=/);
});

test('address and cookie together show the release, with the live one as fallback', async () => {
  const { base, sign, offer, ids } = await siteWithPreviews();
  const { address, cookie } = await confirmed(base, sign());
  const shown = await open(base, address, cookie);
  expect(shown.headers).toMatchObject({ 'cache-control': 'no-store', 'integrity-policy': 'blocked-destinations=(script)' });
  const set = releaseSetIn(shown.text);
  expect(set.pages.find(({ name }) => name === 'workspace')).toMatchObject({ release: offer.release, previous: ids['workspace'], manifest: { title: { en: 'The next one' } } });
  expect(set.pages.find(({ name }) => name === 'account')?.release).toBe(ids['account']);
  expect(blockIn(shown)).toEqual({ shown: { name: 'workspace', release: offer.release, team: 'workspace-team', expires: offer.expires } });
  const [, integrity, digest] = TAB_SCRIPT.exec(shown.text) ?? [];
  expect(address.endsWith(digest ?? 'none')).toBe(true);
  const script = await ask(base, '/__atrium/preview-tab.js');
  expect([script.headers['content-type'], `sha384-${createHash('sha384').update(script.body).digest('base64')}`]).toEqual(['text/javascript; charset=utf-8', integrity]);
  expect(shown.text.indexOf('preview-tab.js')).toBeLessThan(shown.text.indexOf('/releases/shell/'));
});

test('serves the live site without the query, without the cookie, or with the query of another preview', async () => {
  const { base, sign, ids } = await siteWithPreviews();
  const { address, cookie } = await confirmed(base, sign());
  const live = await open(base, '/workspace/plans');
  expect([blockIn(live), TAB_SCRIPT.test(live.text)]).toEqual([null, false]);

  const otherTab = await open(base, '/workspace/plans', cookie);
  expect([releaseIn(otherTab), blockIn(otherTab), TAB_SCRIPT.exec(otherTab.text)?.[2]]).toEqual([ids['workspace'], null, undefined]);
  expect(otherTab.text).toMatch(TAB_SCRIPT);
  expect(otherTab.headers['cache-control']).toBe('no-store');

  for (const [where, what] of [[address, undefined], [`${address}a`, cookie], ['/workspace?atrium-preview=', cookie], [address, `${cookie}a`]] as const) {
    const response = await open(base, where, what);
    expect([where, releaseIn(response), blockIn(response)]).toEqual([where, ids['workspace'], { shown: null }]);
    expect(response.text).toMatch(TAB_SCRIPT);
  }
});

test('ends when it expires, and when its token is revoked', async () => {
  const { base, sign, clock, store, token, ids, offer } = await siteWithPreviews();
  const lasting = await confirmed(base, sign({ expires: offer.expires + 3600 }));
  const { address, cookie } = await confirmed(base, sign());
  clock.now = offer.expires * 1000 - 1;
  expect(releaseIn(await open(base, address, cookie))).toBe(offer.release);
  clock.now += 1;
  const ended = await open(base, address, cookie);
  expect([releaseIn(ended), blockIn(ended)]).toEqual([ids['workspace'], { shown: null }]);
  expect(await check(base, sign()).then((response) => [response.status, codeOf(response)])).toEqual([410, 'preview-expired']);

  expect(releaseIn(await open(base, lasting.address, lasting.cookie))).toBe(offer.release);
  await store.teams.revokeToken(token.split('_')[1] ?? '');
  expect(blockIn(await open(base, lasting.address, lasting.cookie))).toEqual({ shown: null });
  expect(await check(base, sign({ expires: offer.expires + 3600 })).then((response) => [response.status, codeOf(response)])).toEqual([422, 'preview-altered']);
});

test("refuses a link that was altered, is valid for over a week, exceeds the team's rights, or has no stored release", async () => {
  const { base, sign, store, ids, clock } = await siteWithPreviews();
  const orders = await store.teams.createToken({ team: 'orders', remotes: ['orders'] });
  const stranger = sign({}, `atrium_aaaaaaaa_${'a'.repeat(32)}`);
  const refusals: [string, number, string][] = [
    [sign().replace('v1.', 'v2.'), 422, 'preview-altered'],
    [`${sign().slice(0, -1)}${sign().endsWith('A') ? 'E' : 'A'}`, 422, 'preview-altered'],
    [stranger, 422, 'preview-altered'],
    ['', 422, 'preview-altered'],
    [sign({ expires: clock.now / 1000 + MAX_PREVIEW_MINUTES * 60 + 1 }), 422, 'preview-altered'],
    [sign({}, orders), 403, 'preview-not-allowed'],
    [sign({ name: 'shell', release: ids['shell'] ?? '' }), 403, 'preview-not-allowed'],
    [sign({ release: 'a'.repeat(16) }), 404, 'preview-not-stored'],
  ];
  for (const [link, status, code] of refusals) {
    for (const path of [PREVIEW_PATH, `${PREVIEW_PATH}/check`]) {
      const response = await ask(base, path, fromOwnPage(link));
      expect([link, response.status, codeOf(response)]).toEqual([link, status, code]);
      expect(response.headers['set-cookie']).toBeUndefined();
    }
    const address = `/workspace?atrium-preview=${previewDigest(link)}`;
    expect(blockIn(await open(base, address, `atrium-preview=${link}`))).toEqual({ shown: null });
  }
  const { status } = await check(base, sign({ expires: clock.now / 1000 + MAX_PREVIEW_MINUTES * 60 }));
  expect(status).toBe(200);
});

test('the document of a big site names the previewed module on every page', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const builds = [shellBuild(), authBuild, pageBuild('workspace', { board: '/workspace/*' }), ...names.map((name) => pageBuild(name, { main: `/${name}` }))];
  const { base, sign, offer } = await siteWithPreviews({ builds });
  const { address, cookie } = await confirmed(base, sign({ path: '/b' }));
  const shown = await open(base, address, cookie);
  expect(releaseSetIn(shown.text).complete).toBe(false);
  expect([releaseIn(shown), releaseIn(shown, 'a')]).toEqual([offer.release, undefined]);
});

const NOT_SIGNED_IN: readonly (readonly [string, Record<string, string>])[] = [
  ['a request without a token', { authorization: '' }],
  ['another scheme', { authorization: 'Basic YTpi' }],
  ['a token with the claims of another person', { authorization: `Bearer ${accessToken({ sub: 'grace', aal: 'aal2' })}` }],
  ['a token without claims', { authorization: 'Bearer a.b.c' }],
];

test('refuses requests of people who are not signed in', async () => {
  const { base, sign } = await siteWithPreviews();
  for (const [who, headers] of NOT_SIGNED_IN) {
    const response = await ask(base, PREVIEW_PATH, fromOwnPage(sign(), headers));
    expect([who, response.status, codeOf(response), response.headers['set-cookie']]).toEqual([who, 401, 'not-signed-in', undefined]);
  }
});

test.each([401, 403])('a %i of the auth service means not signed in', async (status) => {
  const { base, sign } = await siteWithPreviews({ respondTo: () => ({ status, body: '{}' }) });
  expect(codeOf(await check(base, sign()))).toBe('not-signed-in');
});

const UNAVAILABLE: readonly (readonly [string, ServiceResponse | null])[] = [
  ['is down', null],
  ['fails', { status: 500, body: '{}' }],
  ['is overloaded', { status: 429, body: '{}' }],
  ['responds with HTML', { status: 200, body: '<!doctype html>' }],
  ['names no person', { status: 200, body: '{"id":"","email":"ada@example.com"}' }],
  ['redirects', { status: 302, body: '' }],
];

test('while the auth service is unavailable, the response is 503 and not 401', async () => {
  let serviceResponse: ServiceResponse | null = null;
  const { base, sign, lines } = await siteWithPreviews({ respondTo: () => serviceResponse });
  for (const [what, response] of UNAVAILABLE) {
    serviceResponse = response;
    lines.length = 0;
    const refusal = await ask(base, PREVIEW_PATH, fromOwnPage(sign()));
    expect([what, refusal.status, codeOf(refusal), refusal.headers['retry-after'], refusal.headers['set-cookie']]).toEqual([what, 503, 'sign-in-unavailable', '5', undefined]);
    expect(lines.join('')).toContain('cannot identify the person');
    expect(lines.join('')).not.toContain('ada@example.com');
  }
});

const ELSEWHERE: readonly (readonly [string, string, Record<string, string>, number])[] = [
  ['another site', 'POST', { 'sec-fetch-site': 'cross-site' }, 403],
  ['another host of this site', 'POST', { 'sec-fetch-site': 'same-site' }, 403],
  ['the address bar', 'POST', { 'sec-fetch-site': 'none' }, 403],
  ['another origin, in an older browser', 'POST', { 'sec-fetch-site': '', origin: 'https://evil.example' }, 403],
  ['nowhere', 'POST', { 'sec-fetch-site': '' }, 403],
  ['another site that would end it', 'DELETE', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a form', 'POST', { 'content-type': 'text/plain' }, 415],
  ['a form of files', 'POST', { 'content-type': 'multipart/form-data; boundary=a' }, 415],
];

test('refuses requests from elsewhere before it asks the auth service', async () => {
  const { base, sign, asked } = await siteWithPreviews();
  for (const [where, method, changed, status] of ELSEWHERE) {
    const { headers, body } = fromOwnPage(sign(), changed);
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
    const response = await ask(base, PREVIEW_PATH, { method, headers: given, ...(method === 'POST' && { body }) });
    expect([where, response.status, response.headers['set-cookie'], response.headers['access-control-allow-origin']]).toEqual([where, status, undefined, undefined]);
  }
  expect(asked).toEqual([]);
});

test('the cookie is Secure if the site uses https', async () => {
  const { base, sign } = await siteWithPreviews({ trustProxy: ['127.0.0.1'] });
  const response = await ask(base, PREVIEW_PATH, fromOwnPage(sign(), { 'x-forwarded-proto': 'https' }));
  expect(String(response.headers['set-cookie'])).toMatch(/; HttpOnly; Secure; SameSite=Strict$/);
});

test('accepts requests from its own origin by older browsers', async () => {
  const { base, sign } = await siteWithPreviews();
  const { headers, body } = fromOwnPage(sign(), { origin: base });
  const older = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'sec-fetch-site'));
  expect((await ask(base, PREVIEW_PATH, { method: 'POST', headers: older, body })).status).toBe(200);
});

test('ending a preview removes the cookie', async () => {
  const { base } = await siteWithPreviews();
  const { status, headers } = await ask(base, PREVIEW_PATH, { method: 'DELETE', headers: { 'sec-fetch-site': 'same-origin' } });
  expect([status, String(headers['set-cookie'])]).toEqual([204, 'atrium-preview=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict']);
});

test('limits the requests of one address', async () => {
  const { base, sign } = await siteWithPreviews({ previewsPerMinute: 1 });
  expect((await check(base, sign())).status).toBe(200);
  expect(await check(base, sign()).then((response) => [response.status, codeOf(response)])).toEqual([429, 'too-many-requests']);
});

test('limits the checks for documents of one address, and then serves the live site', async () => {
  const { base, sign, store } = await siteWithPreviews({ previewsPerMinute: 1 });
  const { address, cookie } = await confirmed(base, sign());
  const asked = jest.spyOn(store.teams, 'previewKeyOf');
  const shown = [];
  for (let request = 0; request < 12; request += 1) shown.push(blockIn(await open(base, address, cookie))?.shown?.name ?? null);
  expect(shown).toEqual([...Array.from({ length: 10 }, () => 'workspace'), null, null]);
  expect(asked).toHaveBeenCalledTimes(10);
  expect((await open(base, '/', cookie)).status).toBe(200);
});

test('refuses a body that is not a link', async () => {
  const { base } = await siteWithPreviews();
  for (const body of [{}, { link: 1 }, { link: 'a'.repeat(3000) }, [], 'text']) {
    const response = await ask(base, PREVIEW_PATH, { ...fromOwnPage(''), body: JSON.stringify(body) });
    expect([body, response.status, codeOf(response)]).toEqual([body, 400, 'bad-request']);
  }
});

test('serves the live site when the store fails', async () => {
  const { store, ...rest } = await siteWithPreviews();
  const { address, cookie } = await confirmed(rest.base, rest.sign());
  jest.spyOn(store.teams, 'previewKeyOf').mockRejectedValue(new Error('away'));
  const response = await open(rest.base, address, cookie);
  expect([response.status, blockIn(response)]).toEqual([200, { shown: null }]);
  expect((await check(rest.base, rest.sign())).status).toBe(500);
});
