import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import type { ShellRelease } from '@atrium/releases/wire';
import webpack, { type Compiler, type Configuration, type MultiCompiler, type MultiStats, type Stats } from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { DevelopmentError } from '../errors.ts';
import type { Replacement } from '../site-proxy/replacement.ts';
import { SiteProxy } from '../site-proxy/site-proxy.ts';
import { BrowserErrors } from './browser-errors.ts';
import { ERRORS_PATH } from './client/error-report.ts';
import type { DevelopedPart } from './developed-parts.ts';

/** Path of the WebSocket that tells tabs about new builds. */
const SOCKET_PATH = '/__atrium/development/socket';

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
  const compiler = webpack(parts.map(({ configuration }) => withoutOutput(configuration)));
  if (compiler === null) throw new Error('webpack returned no compiler.');
  const proxy = new SiteProxy({
    site,
    replacement: () => combinedReplacement(parts),
    development: {
      shellFor,
      folders: refresh ? parts.map(({ base }) => base) : [],
    },
  });
  const server = new WebpackDevServer(
    {
      host: '127.0.0.1',
      port,
      hot: refresh,
      liveReload: true,
      static: false,
      compress: false,
      setupExitSignals: false,
      headers: { 'cache-control': 'no-store' },
      webSocketServer: { type: 'ws', options: { path: SOCKET_PATH } },
      client: {
        // The host name and port of the tab's own URL.
        webSocketURL: `auto://0.0.0.0:0${SOCKET_PATH}`,
        logging: 'warn',
        // The parts' own code shows all errors (client/report-errors.ts), once for the tab. This overlay would open once for each part.
        overlay: false,
      },
      setupMiddlewares: (middlewares, devServer) => [
        ...middlewares,
        { name: 'errors', path: ERRORS_PATH, middleware: browserErrors(devServer, parts, printError).handle },
        {
          name: 'site',
          middleware: (request: IncomingMessage, response: ServerResponse) => {
            // During a build, a document could refer to files that do not exist yet.
            devServer.middleware?.waitUntilValid(() => void proxy.handle(request, response));
          },
        },
      ],
    },
    compiler,
  );
  const built = reportBuilds(compiler, printError);
  await server.start();
  server.server?.on('upgrade', (request, socket, head) => {
    if (request.url !== SOCKET_PATH) proxy.upgrade(request, socket, head);
  });
  const hasErrors = await built;
  return { url: `http://localhost:${port}`, hasErrors, close: () => server.stop() };
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

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** webpack prints nothing: {@link reportBuilds} does. */
function withoutOutput(configuration: Configuration): Configuration {
  return { ...configuration, stats: 'none', infrastructureLogging: { level: 'error' } };
}

function browserErrors(server: WebpackDevServer, parts: readonly DevelopedPart[], print: (text: string) => void): BrowserErrors {
  const partAt = (pathname: string) => parts.find(({ base }) => pathname.startsWith(base));
  return new BrowserErrors({
    print,
    readFile: (pathname) => {
      const part = partAt(pathname);
      const folder = part?.configuration.output?.path;
      if (!part || folder === undefined) return null;
      try {
        return server.middleware?.context.outputFileSystem.readFileSync?.(path.join(folder, pathname.slice(part.base.length)), 'utf8').toString() ?? null;
      } catch {
        return null; // The tab has a file of an older build.
      }
    },
    nameOf: (source, pathname) => path.relative(process.cwd(), path.join(partAt(pathname)?.configuration.context ?? '', source)).replaceAll('\\', '/'),
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

/** Prints the errors of every build. Resolves after the first build, with whether it failed. */
function reportBuilds(compiler: Compiler | MultiCompiler, print: (text: string) => void): Promise<boolean> {
  let failed = false;
  return new Promise((resolve) => {
    compiler.hooks.done.tap('DevelopmentServer', (stats: Stats | MultiStats) => {
      const { errors = [] } = stats.toJson({ all: false, errors: true });
      if (errors.length > 0) print(errors.map(({ moduleName, loc, message }) => [moduleName, loc, message].filter(Boolean).join(' ')).join('\n\n'));
      else if (failed) print('Built again without errors.');
      failed = errors.length > 0;
      resolve(failed);
    });
  });
}
