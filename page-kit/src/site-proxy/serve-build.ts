import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { releaseBase, releaseDetails } from '@atrium/releases/live-site';
import type { SealedRelease } from '@atrium/releases/seal';
import type { Replacement } from './replacement.ts';
import { SiteProxy, type LocalFile } from './site-proxy.ts';
import type { StandInBackend } from './stand-in-backend.ts';
import { SiteProxyError } from './site-proxy-error.ts';

/** A site with a build in the place of what is live. */
export interface ServedBuild {
  readonly url: string;
  close(): Promise<void>;
}

/** How a build is served. */
export interface ServeBuildOptions {
  /** 0, which it is unless given, for any that is free. */
  readonly port?: number;
  /** Makes the backend that stands in for the site's, given the address that it is at. Left out, sign-in and data are the site's. */
  readonly backendAt?: (url: string) => StandInBackend;
}

/**
 * Serves a site on this machine with a sealed build of the auth remote or a page module in it, as a visitor would get it
 * if it were live: the shell that is live, the same policy, and integrity of every file.
 *
 * @throws SiteProxyError for the build of a shell, which is no remote
 */
export async function serveBuild(site: string, { manifest, files }: SealedRelease, { port = 0, backendAt }: ServeBuildOptions = {}): Promise<ServedBuild> {
  const base = releaseBase(manifest.name, manifest.release);
  const replacement = replacementOf(manifest);
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const url = `http://localhost:${portOf(server.address())}`;
  const proxy = new SiteProxy({
    site,
    replacement: () => replacement,
    fileAt: (pathname) => fileOf(pathname.startsWith(base) ? files.get(pathname.slice(base.length)) : undefined, pathname),
    ...(backendAt && { backend: backendAt(url) }),
  });
  server.on('request', (request, response) => void proxy.handle(request, response));
  server.on('upgrade', (request, socket, head) => proxy.upgrade(request, socket, head));
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function replacementOf(manifest: SealedRelease['manifest']): Replacement {
  const details = releaseDetails(manifest);
  if (details === null) throw new SiteProxyError('not-a-remote', 'A shell cannot be put into another site. Build a page module or the auth remote.');
  return 'manifest' in details ? { shell: null, auth: null, pages: [details] } : { shell: null, auth: details, pages: [] };
}

/** A file that is there, with what it is to a browser: code and styles run, and the rest is bytes. */
function fileOf(content: Buffer | undefined, pathname: string): LocalFile | null {
  if (content === undefined) return null;
  const kind = /\.(m?js|css|json|svg|map)$/.exec(pathname)?.[1] ?? '';
  return { content, contentType: CONTENT_TYPES.get(kind) ?? 'application/octet-stream' };
}

const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['js', 'text/javascript; charset=utf-8'],
  ['mjs', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
  ['map', 'application/json; charset=utf-8'],
  ['svg', 'image/svg+xml'],
]);

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.');
  return address.port;
}
