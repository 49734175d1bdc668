import { publishedSite } from '../support/published-site.ts';
import { ask, startSite } from '../support/running-site.ts';

async function statusesOf(base: string, hosts: readonly string[], path = '/api/supabase-credentials'): Promise<number[]> {
  return Promise.all(hosts.map(async (host) => (await ask(base, path, { headers: { host } })).status));
}

test('a site with ALLOWED_HOSTS refuses other host names, with a message that says what to do', async () => {
  const { store } = await publishedSite([]);
  const base = await startSite({ store, allowedHosts: ['app.example.org'] });
  expect(await statusesOf(base, ['localhost', 'localhost:3000', 'orders.localhost:3000', '127.0.0.1', '127.0.0.53:80', '[::1]:3000', 'App.Example.org'])).toEqual([200, 200, 200, 200, 200, 200, 200]);
  const foreign = ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'app.example.org.evil.example', '10.0.0.1', 'notlocalhost'];
  expect(await statusesOf(base, foreign)).toEqual(foreign.map(() => 403));
  expect(await statusesOf(base, ['evil.example'], '/')).toEqual([403]);
  const { text } = await ask(base, '/', { headers: { host: 'evil.example', 'x-forwarded-host': 'localhost' } });
  expect(JSON.parse(text)).toMatchObject({ error: { code: 'foreign-host' } });
  expect(text).toContain('ALLOWED_HOSTS');
});

test('a site without ALLOWED_HOSTS accepts every host name', async () => {
  const { store } = await publishedSite([]);
  expect(await statusesOf(await startSite({ store }), ['evil.example', 'app.example.org:443'])).toEqual([200, 200]);
});

test('behind a trusted proxy, the host name that the visitor used counts', async () => {
  const { store } = await publishedSite([]);
  const base = await startSite({ store, allowedHosts: ['app.example.org'], trustProxy: ['loopback'] });
  const statusFor = async (forwarded: string) => (await ask(base, '/healthz', { headers: { host: 'site.internal:3000', 'x-forwarded-host': forwarded } })).status;
  expect([await statusFor('app.example.org'), await statusFor('evil.example')]).toEqual([200, 403]);
});
