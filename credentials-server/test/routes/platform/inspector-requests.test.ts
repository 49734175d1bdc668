import { PLATFORM_MEMBER_PATH, PLATFORM_PREVIEW_PATH, platformPreviewSchema } from '@atrium/releases/wire';
import * as v from 'valibot';
import { accessToken, adaResponse } from '../../support/auth-service.ts';
import { pageBuild, publish } from '../../support/published-site.ts';
import { page, releaseSetIn } from '../../support/read-document.ts';
import { ask } from '../../support/running-site.ts';
import { fromPage, siteWithPlatform } from '../../support/site-with-platform.ts';
import { blockIn, confirmed, fromOwnPage, open } from '../../support/site-with-previews.ts';
import { codeOf } from '../../support/site-with-teams.ts';

/** Requests a preview link, as the inspector does. */
function request(base: string, body: Readonly<Record<string, unknown>>, headers?: Readonly<Record<string, string>>) {
  return ask(base, PLATFORM_PREVIEW_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...fromPage(headers).headers },
    body: JSON.stringify({ name: 'workspace', path: '/workspace', ...body }),
  });
}

async function linkTo(base: string, release: string): Promise<string> {
  const { text } = await request(base, { release });
  return v.parse(platformPreviewSchema, JSON.parse(text)).link;
}

async function isMember(base: string, headers?: Readonly<Record<string, string>>): Promise<boolean> {
  const { status, text } = await ask(base, PLATFORM_MEMBER_PATH, fromPage(headers));
  expect(status).toBe(200);
  return v.parse(v.object({ isMember: v.boolean() }), JSON.parse(text)).isMember;
}

test('tells everyone whether they belong to the platform team', async () => {
  const { base } = await siteWithPlatform();
  expect(await isMember(base)).toBe(true);
  expect(await isMember(base, { authorization: `Bearer ${accessToken()}` })).toBe(false);
  expect(await isMember(base, { authorization: '' })).toBe(false);
  const { base: other } = await siteWithPlatform({ platformTeam: ['grace@example.com'] });
  expect(await isMember(other)).toBe(false);
});

test('does not say whether someone belongs to the team while the auth service is unavailable', async () => {
  const { base } = await siteWithPlatform({ respondTo: () => null });
  const response = await ask(base, PLATFORM_MEMBER_PATH, fromPage());
  expect([response.status, codeOf(response)]).toEqual([503, 'sign-in-unavailable']);
});

test('gives the platform team a link that shows a stored release for an hour, by a team that may release everything', async () => {
  const { base, store, live, next } = await siteWithPlatform();
  await store.teams.createToken({ team: 'workspace-team', remotes: ['workspace'] });
  await store.teams.createToken({ team: 'release-managers', remotes: ['*'] });
  const { address, cookie } = await confirmed(base, await linkTo(base, next));
  const document = await open(base, address, cookie);
  expect(releaseSetIn(document.text).pages.find(({ name }) => name === 'workspace')).toMatchObject({ release: next, previous: live });
  const shown = blockIn(document)?.shown;
  expect(shown).toMatchObject({ name: 'workspace', release: next, team: 'release-managers' });
  expect(Math.round(((shown?.expires ?? 0) - Date.now() / 1000) / 60)).toBe(60);
  expect(releaseSetIn((await ask(base, '/workspace', page)).text).pages.find(({ name }) => name === 'workspace')?.release).toBe(live);
});

test('revoking the token that signed the link ends the preview', async () => {
  const { base, store, live, next } = await siteWithPlatform();
  const token = await store.teams.createToken({ team: 'workspace-team', remotes: ['workspace'] });
  const { address, cookie } = await confirmed(base, await linkTo(base, next));
  await store.teams.revokeToken(token.split('_')[1] ?? '');
  const document = await open(base, address, cookie);
  expect(blockIn(document)).toEqual({ shown: null });
  expect(releaseSetIn(document.text).pages.find(({ name }) => name === 'workspace')?.release).toBe(live);
});

test('a link to a release that is not stored is refused like every other', async () => {
  const { base, store } = await siteWithPlatform();
  await store.teams.createToken({ team: 'release-managers', remotes: ['*'] });
  const response = await ask(base, '/__atrium/preview', fromOwnPage(await linkTo(base, 'a'.repeat(16))));
  expect([response.status, codeOf(response)]).toEqual([404, 'preview-not-stored']);
});

test('refuses if no team that may release the module has a valid token', async () => {
  const { base, store, next } = await siteWithPlatform();
  await publish(store, pageBuild('orders', { list: '/orders' }));
  await store.teams.createToken({ team: 'orders-team', remotes: ['orders'] });
  await store.teams.createToken({ team: 'late-team', remotes: ['workspace'], expiresInDays: 0 });
  const response = await request(base, { release: next });
  expect([response.status, codeOf(response)]).toEqual([409, 'no-preview-signer']);
});

test('refuses a link to users outside the platform team, and without a second factor', async () => {
  const { base, store, next } = await siteWithPlatform({ respondTo: (token) => (token === accessToken({ sub: 'bob', aal: 'aal2' }) ? { status: 200, body: JSON.stringify({ id: 'bob', email: 'bob@example.com' }) } : adaResponse) });
  await store.teams.createToken({ team: 'release-managers', remotes: ['*'] });
  const refusals = [
    [{ authorization: '' }, 401, 'not-signed-in'],
    [{ authorization: `Bearer ${accessToken()}` }, 403, 'second-factor-needed'],
    [{ authorization: `Bearer ${accessToken({ sub: 'bob', aal: 'aal2' })}` }, 403, 'not-platform-team'],
    [{ 'sec-fetch-site': 'cross-site' }, 403, 'not-own-page'],
  ] as const;
  for (const [headers, status, code] of refusals) {
    const response = await request(base, { release: next }, headers);
    expect([response.status, codeOf(response)]).toEqual([status, code]);
  }
});

test('refuses requests for another site, without a release, or with a time of their own', async () => {
  const { base, next } = await siteWithPlatform();
  for (const change of [{ path: '//evil.example' }, { release: '../x' }, { expires: 9_999_999_999 }]) {
    const response = await request(base, { release: next, ...change });
    expect([change, response.status, codeOf(response)]).toEqual([change, 400, 'bad-request']);
  }
});
