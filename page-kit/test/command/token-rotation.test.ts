/** @jest-environment node */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newFolder } from '../support/small-build.ts';
import { atrium, atriumJson } from './run-command.ts';

jest.setTimeout(60_000);

const newToken = `atrium_newtoken_${'a'.repeat(32)}`;
const TEAMS = [{ team: 'orders-team', remotes: ['orders'], tokens: [{ id: 'oldtoken', created: '2026-11-21T12:00:00.000Z', expires: null }] }];

let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** The environment of a site with one token, which creates another, and responds to a revocation as given. */
async function siteThatRevokes(revoke: RequestListener): Promise<Record<string, string>> {
  server = createServer((request, response) => {
    if (request.method === 'DELETE') return void revoke(request, response);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.method === 'GET' ? { teams: TEAMS } : { token: newToken }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { ATRIUM_SITE: `http://127.0.0.1:${port}`, ATRIUM_TOKEN: `atrium_platform_${'b'.repeat(32)}` };
}

const respondWith = (status: number, body: unknown): RequestListener => (_request, response) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

test.each<[string, RequestListener, string, RegExp]>([
  ['is refused', respondWith(500, { error: { code: 'failed', message: 'The disk is full.' } }), 'site', /The disk is full\./],
  ['gets no response', (request) => request.socket.destroy(), 'site', /cannot be reached/],
  ['finds nothing', respondWith(200, { revoked: false }), 'unknown-token', /someone else has already revoked it/],
])('prints the new token even if the revocation of the old one %s', async (_what, revoke, code, words) => {
  const site = await siteThatRevokes(revoke);
  const shown = await atrium(newFolder(), ['token', 'rotate', 'oldtoken'], site);
  expect(shown).toMatchObject({ code: 1, out: expect.stringContaining(`\n${newToken}\n`) as string });
  expect(shown.out).toMatch(words);
  expect(shown.out).not.toContain('oldtoken is revoked');
  expect(await atriumJson(newFolder(), ['token', 'rotate', 'oldtoken'], site)).toEqual({
    code: 1,
    json: {
      ok: false, command: 'token', team: 'orders-team', token: newToken, revoked: null,
      error: expect.objectContaining({ code, message: expect.stringMatching(words) as string }) as unknown,
    },
  });
});

test('a token with other remotes says that they apply to the whole team, and a new team needs some', async () => {
  const site = await siteThatRevokes(respondWith(500, {}));
  const change = 'With each of its tokens, orders-team can release orders, billing (before: orders).';
  expect((await atrium(newFolder(), ['token', 'create', 'orders-team', '--remotes', 'orders,billing'], site)).out).toContain(change);
  expect((await atrium(newFolder(), ['token', 'create', 'orders-team', '--remotes', 'orders,billing', '--dry-run'], site)).out).toContain(change.replace('can', 'could'));
  expect((await atrium(newFolder(), ['token', 'create', 'orders-team', '--remotes', 'orders'], site)).out).not.toContain('before');
  expect(await atrium(newFolder(), ['token', 'create', 'new-team', '--dry-run'], site)).toMatchObject({ code: 1, err: 'There is no team new-team yet. Pass --remotes.\n' });
});

test('revoking an already revoked token reports "unknown-token"', async () => {
  const site = await siteThatRevokes(respondWith(200, { revoked: false }));
  expect(await atriumJson(newFolder(), ['token', 'revoke', 'oldtoken'], site)).toMatchObject({ code: 1, json: { ok: false, error: { code: 'unknown-token' } } });
});
