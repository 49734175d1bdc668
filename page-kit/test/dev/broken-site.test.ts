/** @jest-environment node */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { livePages } from '../../src/command/given/live-pages.ts';
import { askListing, askReleaseSet } from '../../src/site-proxy/ask-site.ts';

/** A site whose line breaks in the midst of each answer. */
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

test.each([askReleaseSet, askListing])('a line that breaks within the answer is a site that does not answer', async (ask) => {
  await withBreakingSite(async (site) => {
    await expect(ask(site)).rejects.toMatchObject({ name: 'SiteProxyError', code: 'site-unreachable' });
  });
});

test('and so it is for a command that asks what is live', async () => {
  await withBreakingSite(async (origin) => {
    await expect(livePages({ kind: 'site', origin })).rejects.toMatchObject({ name: 'SiteStoreError', code: 'unreachable' });
  });
});
