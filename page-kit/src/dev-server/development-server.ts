import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import type { Duplex } from 'node:stream';
import type { ShellRelease } from '@atrium/releases/wire';
import { WebSocketServer, type WebSocket } from 'ws';
import { DevelopmentError } from '../errors.ts';
import { isLoopbackHost } from '../site-proxy/loopback.ts';
import type { Replacement } from '../site-proxy/replacement.ts';
import { fileToSend } from '../site-proxy/serve-build.ts';
import { SiteProxy } from '../site-proxy/site-proxy.ts';
import { BrowserErrors } from './browser-errors.ts';
import { BuildWatch } from './build-watch.ts';
import { BUILDS_PATH, type BuildMessage } from './client/build-message.ts';
import { ERRORS_PATH } from './client/error-report.ts';
import type { DevelopedPart } from './developed-parts.ts';

/** The ports to try if none is requested. */
const FIRST_PORT = 3001;
const LAST_PORT = 3020;

/** How to start a development server. */
export interface DevelopmentServerOptions {
  /** Origin of the site behind it. */
  readonly site: string;
  readonly port: number;
  readonly parts: readonly DevelopedPart[];
  /** Whether running components are replaced; otherwise each change reloads the page. */
  readonly refresh: boolean;
  /** The development build of the site's shell: see DevelopmentDocuments. */
  readonly shellFor: (release: string) => Promise<ShellRelease | null>;
  /** Prints the errors of a build, and that the errors are fixed. */
  readonly printError: (text: string) => void;
}

/** A running development server. */
export interface DevelopmentServer {
  readonly url: string;
  /** Whether the first build failed. */
  readonly hasErrors: boolean;
  close(): Promise<void>;
}

/** Starts a development server on this machine: the whole site, with the developed parts in it. Resolves after the first build. */
export async function startDevelopmentServer(options: DevelopmentServerOptions): Promise<DevelopmentServer> {
  const { site, port, parts, refresh, shellFor, printError } = options;
  const watch = await BuildWatch.create({ parts, refresh, print: printError });
  const proxy = new SiteProxy({
    site,
    replacement: () => combinedReplacement(parts),
    fileAt(pathname) {
      const content = readBuilt(watch, pathname);
      return content && fileToSend(content, pathname);
    },
    development: { shellFor, folders: refresh ? parts.map(({ base }) => base) : [] },
  });
  const errors = new BrowserErrors({
    print: printError,
    readFile: (pathname) => readBuilt(watch, pathname)?.toString('utf8') ?? null,
    nameOf(source, pathname) {
      const part = parts.find(({ base }) => pathname.startsWith(base));
      return path.relative(process.cwd(), path.join(part?.configuration.context ?? '', source)).replaceAll('\\', '/');
    },
  });
  const tabs = connectTabs(watch);
  const server = createHttpServer((request, response) => void respond(request, response));
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url !== BUILDS_PATH) return proxy.upgrade(request, socket, head);
    if (isOwnPage(request)) tabs.accept(request, socket, head);
    else socket.destroy();
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === ERRORS_PATH && isOwnPage(request)) return errors.handle(request, response);
    // During a build, a document could refer to files that do not exist yet.
    await watch.idle();
    await proxy.handle(request, response);
  }

  async function close(): Promise<void> {
    tabs.close();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    await watch.close();
  }

  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
    await watch.start();
  } catch (error) {
    await close();
    throw error;
  }
  return { url: `http://localhost:${port}`, hasErrors: watch.last.type === 'failed', close };
}

/** Whether a page of this server sent the request. Other pages could read messages about the sources, or print texts in the terminal. */
function isOwnPage({ headers: { host = '', origin } }: IncomingMessage): boolean {
  return isLoopbackHost(host) && origin === `http://${host}`;
}

/** Null for a file that is not in the latest build: the tab may have an older one. */
function readBuilt(watch: BuildWatch, pathname: string): Buffer | null {
  const file = watch.fileAt(pathname);
  if (file === null) return null;
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

/** Tells the connected tabs about builds. */
function connectTabs(watch: BuildWatch): { readonly accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void; readonly close: () => void } {
  const sockets = new WebSocketServer({ noServer: true });
  const send = (socket: WebSocket, message: BuildMessage) => socket.send(JSON.stringify(message));
  watch.subscribe((message) => {
    for (const socket of sockets.clients) send(socket, message);
  });
  return {
    accept: (request, socket, head) => sockets.handleUpgrade(request, socket, head, (connected) => send(connected, watch.last)),
    close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

/** Returns the requested port, or the first free one. @throws DevelopmentError if it is in use, or no port is free */
export async function choosePort(wanted: number | undefined): Promise<number> {
  for (let port = wanted ?? FIRST_PORT; port <= (wanted ?? LAST_PORT); port += 1) if (await isFree(port)) return port;
  throw new DevelopmentError(
    'port-taken',
    wanted === undefined
      ? `The ports from ${FIRST_PORT} to ${LAST_PORT} are in use. Pass a free port with --port.`
      : `Port ${wanted} is in use. Stop the program that uses it, or choose another port.`,
  );
}

/** Browsers send requests to `localhost` to ::1 first, so a program that listens only there would get them. */
async function isFree(port: number): Promise<boolean> {
  const [error, errorOfIPv6] = await Promise.all([listenError(port, '127.0.0.1'), listenError(port, '::1')]);
  return error === null && errorOfIPv6 !== 'EADDRINUSE';
}

/** The code of the error when a server listens there; null if there is none. */
function listenError(port: number, host: string): Promise<string | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => resolve(code));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

function combinedReplacement(parts: readonly DevelopedPart[]): Replacement {
  const releases = parts.map((part) => part.release());
  return {
    shell: releases.find(({ shell }) => shell)?.shell ?? null,
    auth: releases.find(({ auth }) => auth)?.auth ?? null,
    pages: releases.flatMap(({ pages = [] }) => pages),
  };
}
