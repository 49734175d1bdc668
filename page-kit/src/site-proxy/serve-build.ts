import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { releaseBase, releaseDetails } from '@atrium/releases/resolve';
import type { SealedRelease } from '@atrium/releases/sealing';
import { SiteProxyError } from '../errors.ts';
import type { Replacement } from './replacement.ts';
import { SiteProxy, type LocalFile, type SubstituteBackend } from './site-proxy.ts';

const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['js', 'text/javascript; charset=utf-8'],
  ['mjs', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
  ['map', 'application/json; charset=utf-8'],
  ['svg', 'image/svg+xml'],
]);

/** A site on this machine that a build is part of. */
export interface ServedBuild {
  readonly url: string;
  close(): Promise<void>;
}

/** How to serve a build. */
export interface ServeBuildOptions {
  /** 0, the default, for any free port. */
  readonly port?: number;
  /** Creates the backend that replaces the site's, at the given URL. By default, sign-in and data are the site's. */
  readonly backendAt?: (url: string) => SubstituteBackend;
}

/**
 * Serves a site on this machine with a sealed build of the auth remote or a page module, as visitors would get it if it were
 * live: with the live shell, the same policy, and the integrity of every file.
 *
 * @throws SiteProxyError for the build of a shell
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
    fileAt(pathname) {
      const content = pathname.startsWith(base) ? files.get(pathname.slice(base.length)) : undefined;
      return content === undefined ? null : fileToSend(content, pathname);
    },
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
  if (details === null) throw new SiteProxyError('not-a-remote', 'A shell cannot be served inside another site. Build a page module or the auth remote.');
  return 'manifest' in details ? { shell: null, auth: null, pages: [details] } : { shell: null, auth: details, pages: [] };
}

/** A built file with the type of its extension. */
export function fileToSend(content: Uint8Array, pathname: string): LocalFile {
  const extension = /\.(m?js|css|json|svg|map)$/.exec(pathname)?.[1] ?? '';
  return { content, contentType: CONTENT_TYPES.get(extension) ?? 'application/octet-stream' };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.');
  return address.port;
}
