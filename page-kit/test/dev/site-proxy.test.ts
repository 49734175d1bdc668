/** @jest-environment node */
import { createServer, request, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SiteProxy, type SiteProxyOptions } from '../../src/site-proxy/site-proxy.ts';

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

/** Origin of a proxy before a site that answers everything with its own words. */
async function openProxy(options: Partial<SiteProxyOptions> = {}): Promise<string> {
  const site = await serve((_, response) => void response.end('the site'));
  const proxy = new SiteProxy({ site, replacement: () => ({ shell: null, auth: null, pages: [] }), ...options });
  return serve((asked, response) => void proxy.handle(asked, response));
}

test('passes through what is not replaced', async () => {
  const answer = await fetch(`${await openProxy()}/rest/v1/orders`);
  expect([answer.status, await answer.text()]).toEqual([200, 'the site']);
});

test('keeps what becomes of developed code from the site', async () => {
  const asked: string[] = [];
  const site = await serve((one, response) => {
    asked.push(one.url ?? '');
    response.end();
  });
  const answer = await fetch(`${await openProxy({ site })}/__atrium/reports`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"reports":[]}' });
  expect([answer.status, asked]).toEqual([204, []]);
});

test('says that it has failed, to whoever asked and to whoever started it, and goes on', async () => {
  const defect = new Error('This manifest is impossible.');
  const reported = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const proxy = await openProxy({
    replacement() {
      throw defect;
    },
  });
  const answer = await fetch(`${proxy}/__atrium/remotes/orders/a2b3c4`);
  expect([answer.status, await answer.text()]).toEqual([500, expect.stringMatching(/^The development server failed\./)]);
  expect(reported).toHaveBeenCalledWith(defect);
  expect((await fetch(`${proxy}/rest/v1/orders`)).status).toBe(200);
});

test('says that the site does not answer', async () => {
  const site = await serve((_, response) => void response.destroy());
  const proxy = await openProxy({ site });
  for (const accept of ['text/html', 'application/json']) {
    const answer = await fetch(`${proxy}/orders`, { headers: { accept } });
    expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining(site)]);
  }
});

test('gives nothing to a page whose name leads to this machine', async () => {
  const { port } = new URL(await openProxy());
  const status = await new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', headers: { host: 'evil.example' } }, (answer) => resolve(answer.statusCode)).on('error', reject).end();
  });
  expect(status).toBe(403);
});
