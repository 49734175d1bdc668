/** @jest-environment node */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchListing, fetchReleaseSet } from '../../src/site-proxy/site-client.ts';

/** A site whose connection breaks in the middle of each response. */
async function withBreakingSite<Result>(visit: (site: string) => Promise<Result>): Promise<Result> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' });
    response.write('<!doctype html>', () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await visit(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}

test.each([fetchReleaseSet, fetchListing])('a connection that breaks within the body counts as an unreachable site', async (read) => {
  await withBreakingSite(async (site) => {
    await expect(read(site)).rejects.toMatchObject({ name: 'SiteProxyError', code: 'site-unreachable', message: expect.stringMatching(/cannot be reached \(\w+\)/) as string });
  });
});

test('only a refused connection counts as a site that is not running', async () => {
  const stopped = await withBreakingSite((site) => Promise.resolve(site));
  await expect(fetchListing(stopped)).rejects.toThrow(/No server responds at .* Start the site there/);
  await expect(fetchListing('http://nowhere.invalid')).rejects.toThrow(/cannot be reached \((?:ENOTFOUND|EAI_AGAIN)\)\. Check the URL and the network/);
});

test('a server that is not an Atrium site is reported', async () => {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<h1>Another program</h1>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(fetchReleaseSet(site)).rejects.toMatchObject({ code: 'no-atrium-site', message: expect.stringContaining(`${site} is not an Atrium site`) as string });
  server.close();
});
