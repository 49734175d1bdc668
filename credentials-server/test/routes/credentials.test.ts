import type { ProxyTrust } from '../../src/config/settings.ts';
import { publishedSite } from '../support/published-site.ts';
import { ask, backend, startSite } from '../support/running-site.ts';

const PATH = '/api/supabase-credentials';

async function site(options = {}): Promise<string> {
  const { store } = await publishedSite([]);
  return startSite({ store, ...options });
}

test('gives the address and the key, and nothing else', async () => {
  const { status, headers, text } = await ask(await site(), PATH);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['cache-control']).toBe('private, max-age=0, must-revalidate');
  expect(text).toBe(JSON.stringify(backend));
});

test('responds to HEAD with the same headers and no body', async () => {
  const base = await site();
  const [get, head] = [await ask(base, PATH), await ask(base, PATH, { method: 'HEAD' })];
  expect(head.status).toBe(200);
  expect(head.text).toBe('');
  expect(head.headers['etag']).toBe(get.headers['etag']);
  expect(head.headers['content-length']).toBe(get.headers['content-length']);
});

test('responds with 304 to a matching If-None-Match, and 200 to another one', async () => {
  const base = await site();
  const etag = (await ask(base, PATH)).headers['etag'] ?? '';
  expect(etag).toMatch(/^W\/".+"$/);
  for (const known of [etag, `"x", ${etag}`, etag.replace('W/', ''), '*']) {
    const { status, text, headers } = await ask(base, PATH, { headers: { 'if-none-match': known } });
    expect([status, text, headers['etag']]).toEqual([304, '', etag]);
  }
  expect((await ask(base, PATH, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
});

test('refuses other methods with 405 and Allow', async () => {
  const base = await site();
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
    const { status, headers } = await ask(base, PATH, { method });
    expect([method, status, headers['allow']]).toEqual([method, 405, 'GET, HEAD']);
  }
});

test('refuses a POST before it reads the body', async () => {
  const headers = { 'content-type': 'application/x-unknown', 'content-length': '1' };
  expect((await ask(await site(), PATH, { method: 'POST', headers, body: '{' })).status).toBe(405);
});

describe('pages of other origins', () => {
  const listed = 'https://app.example.org';

  const ORIGINS: readonly (readonly [string, string, string | undefined])[] = [
    ['listed', listed, listed],
    ['not listed', 'https://evil.example', undefined],
    ['listed with another scheme', 'http://app.example.org', undefined],
    ['listed with a port', `${listed}:8443`, undefined],
    ['a subdomain of a listed one', 'https://x.app.example.org', undefined],
    ['longer than a listed one', `${listed}.evil.example`, undefined],
    ['listed in capitals', listed.toUpperCase(), undefined],
    ['opaque', 'null', undefined],
  ];

  test('read the credentials if they are listed', async () => {
    const base = await site({ allowedOrigins: [listed] });
    for (const [what, origin, admitted] of ORIGINS) {
      const { status, headers } = await ask(base, PATH, { headers: { origin } });
      expect([what, status, headers['access-control-allow-origin'], headers['access-control-allow-credentials']]).toEqual([what, 200, admitted, undefined]);
      expect(headers['vary']).toContain('Origin');
    }
  });

  test('the same origin needs no list', async () => {
    const base = await site();
    const { status, headers } = await ask(base, PATH, { headers: { origin: base } });
    expect(status).toBe(200);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test('a preflight succeeds for a listed origin and a reading method', async () => {
    const base = await site({ allowedOrigins: [listed] });
    async function preflight(origin: string, method: string) {
      const headers = { origin, 'access-control-request-method': method };
      return ask(base, PATH, { method: 'OPTIONS', headers });
    }
    const passed = await preflight(listed, 'GET');
    expect(passed.status).toBe(204);
    expect(passed.headers['access-control-allow-origin']).toBe(listed);
    expect(passed.headers['access-control-allow-methods']).toBe('GET, HEAD');
    expect((await preflight(listed, 'POST')).status).toBe(405);
    const refused = await preflight('https://evil.example', 'GET');
    expect(refused.status).toBe(405);
    expect(refused.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('too many requests', () => {
  test('get 429 with Retry-After, while everything else still responds', async () => {
    const base = await site({ credentialsPerMinute: 3 });
    for (let count = 0; count < 3; count += 1) expect((await ask(base, PATH)).status).toBe(200);
    const { status, headers, text } = await ask(base, PATH);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(text).toContain('Wait a little');
    expect((await ask(base, '/healthz')).status).toBe(200);
  });

  test('are counted by the address of the client behind a trusted proxy, and only there', async () => {
    async function lastOf(trustProxy: ProxyTrust, ...addresses: string[]): Promise<number> {
      const base = await site({ credentialsPerMinute: 1, trustProxy });
      let status = 0;
      for (const address of addresses) ({ status } = await ask(base, PATH, { headers: { 'x-forwarded-for': address } }));
      return status;
    }
    const two = ['203.0.113.1', '203.0.113.2'];
    expect(await lastOf(false, ...two)).toBe(429);
    expect(await lastOf(1, ...two)).toBe(200);
    expect(await lastOf(['loopback'], ...two)).toBe(200);
    // The client's own entry precedes the proxy's.
    const one = ['198.51.100.1, 203.0.113.1', '198.51.100.2, 203.0.113.1'];
    expect(await lastOf(1, ...one)).toBe(429);
    expect(await lastOf(['loopback'], ...one)).toBe(429);
  });
});
