/** @jest-environment node */
import { createServer, request, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SiteProxy, withoutTls, type SiteProxyOptions } from '../../src/site-proxy/site-proxy.ts';

const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
  jest.restoreAllMocks();
});

/** Starts a proxy in front of a site that responds to every request with the same text. Returns the proxy's origin. */
async function openProxy(options: Partial<SiteProxyOptions> = {}): Promise<string> {
  const site = await serve((_, response) => void response.end('the site'));
  const proxy = new SiteProxy({ site, replacement: () => ({ shell: null, auth: null, pages: [] }), ...options });
  return serve((asked, response) => void proxy.handle(asked, response));
}

test('forwards requests for everything that is not replaced', async () => {
  const response = await fetch(`${await openProxy()}/rest/v1/orders`);
  expect([response.status, await response.text()]).toEqual([200, 'the site']);
});

test('forwards a picture that is opened as a page unchanged', async () => {
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]);
  const site = await serve((_, response) => void response.setHeader('content-type', 'image/png').end(picture));
  const response = await fetch(`${await openProxy({ site })}/releases/orders/a.png`, { headers: { accept: 'text/html,image/*' } });
  expect([response.headers.get('content-type'), Buffer.from(await response.arrayBuffer())]).toEqual(['image/png', picture]);
});

test('does not forward reports about code in development', async () => {
  const asked: string[] = [];
  const site = await serve((one, response) => {
    asked.push(one.url ?? '');
    response.end();
  });
  const response = await fetch(`${await openProxy({ site })}/__atrium/reports`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"reports":[]}' });
  expect([response.status, asked]).toEqual([204, []]);
});

test('lists the releases that the visitor gets, who may be one of a canary', async () => {
  const site = await serve((asked, response) => {
    const revision = asked.headers.cookie === 'atrium-visitor=canary' ? 8 : 7;
    response.end(JSON.stringify({ schema: 3, revision, shell: 'a2b3c4d5e6f7g2h3', auth: null, pages: [] }));
  });
  const listing = await fetch(`${await openProxy({ site })}/__atrium/registry`, { headers: { cookie: 'atrium-visitor=canary' } });
  expect(await listing.json()).toMatchObject({ revision: 8 });
});

test('reports a defect in the response and in the terminal, and keeps serving', async () => {
  const defect = new Error('This manifest is impossible.');
  const reported = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const proxy = await openProxy({
    replacement() {
      throw defect;
    },
  });
  const response = await fetch(`${proxy}/__atrium/remotes/orders/a2b3c4`);
  expect([response.status, await response.text()]).toEqual([500, expect.stringMatching(/^The development server failed\./)]);
  expect(reported).toHaveBeenCalledWith(defect);
  expect((await fetch(`${proxy}/rest/v1/orders`)).status).toBe(200);
});

test('reports a site that does not respond', async () => {
  const site = await serve((_, response) => void response.destroy());
  const proxy = await openProxy({ site });
  for (const accept of ['text/html', 'application/json']) {
    const response = await fetch(`${proxy}/orders`, { headers: { accept } });
    expect([response.status, await response.text()]).toEqual([502, expect.stringContaining(site)]);
  }
});

test('refuses a host name of another site that points to this machine', async () => {
  const { port } = new URL(await openProxy());
  const status = await new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', headers: { host: 'evil.example' } }, (response) => resolve(response.statusCode)).on('error', reject).end();
  });
  expect(status).toBe(403);
});

test('a cookie of a site with TLS can be stored for an address without TLS', () => {
  expect(withoutTls('bucket=1; Path=/; Secure; HttpOnly; Domain=app.example.org; SameSite=Lax')).toBe('bucket=1; Path=/; HttpOnly; SameSite=Lax');
});
