import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ShellRelease } from '@atrium/releases/release-set';
import webpack, { type Compiler, type Configuration, type MultiCompiler, type MultiStats, type Stats } from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import type { Replacement } from '../site-proxy/replacement.ts';
import { SiteProxy } from '../site-proxy/site-proxy.ts';
import type { DevelopedPart } from './developed-part.ts';

/** Path of the WebSocket by which tabs learn of a new build. */
const SOCKET_PATH = '/__atrium/development/socket';

/** What a development server is started with. */
export interface DevelopmentServerOptions {
  /** Origin of the site that it stands before. */
  readonly site: string;
  readonly port: number;
  readonly parts: readonly DevelopedPart[];
  /** Whether running components are replaced; otherwise each change loads the page anew. */
  readonly refresh: boolean;
  /** The development build of a site's shell: see DevelopmentDocuments. */
  readonly shellFor: (release: string) => Promise<ShellRelease | null>;
  /** Is told of each build what is wrong with it; an empty list where nothing is. */
  readonly onBuild: (errors: readonly string[]) => void;
}

/** A development server that listens. */
export interface DevelopmentServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a development server on this machine: the whole site, with the developed parts in it. Resolves after the first build. */
export async function startDevelopmentServer(options: DevelopmentServerOptions): Promise<DevelopmentServer> {
  const { site, port, parts, refresh, shellFor, onBuild } = options;
  const compiler = webpack(parts.map(({ configuration }) => quiet(configuration)));
  if (compiler === null) throw new Error('webpack made no compiler.');
  const proxy = new SiteProxy({
    site,
    replacement: () => together(parts),
    development: {
      shellFor,
      folders: refresh ? parts.map(({ base }) => base) : [],
      // The overlay makes a policy each time it shows, in each build's own client.
      policy: { 'trusted-types': ['webpack-dev-server#overlay', "'allow-duplicates'"] },
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
        // The tab's own name for this machine, and its port.
        webSocketURL: `auto://0.0.0.0:0${SOCKET_PATH}`,
        logging: 'warn',
        overlay: { errors: true, warnings: false, runtimeErrors: true },
      },
      setupMiddlewares: (middlewares, devServer) => [
        ...middlewares,
        {
          name: 'site',
          middleware: (request: IncomingMessage, response: ServerResponse) => {
            // A document that was made during a build could name what is not there yet.
            devServer.middleware?.waitUntilValid(() => void proxy.handle(request, response));
          },
        },
      ],
    },
    compiler,
  );
  const built = firstBuild(compiler, onBuild);
  await server.start();
  server.server?.on('upgrade', (request, socket, head) => {
    if (request.url !== SOCKET_PATH) proxy.upgrade(request, socket, head);
  });
  await built;
  return { url: `http://localhost:${port}`, close: () => server.stop() };
}

/** Whoever starts the server says what there is to say. */
function quiet(configuration: Configuration): Configuration {
  return { ...configuration, stats: 'none', infrastructureLogging: { level: 'error' } };
}

function together(parts: readonly DevelopedPart[]): Replacement {
  const releases = parts.map((part) => part.release());
  return {
    shell: releases.find(({ shell }) => shell)?.shell ?? null,
    auth: releases.find(({ auth }) => auth)?.auth ?? null,
    pages: releases.flatMap(({ pages = [] }) => pages),
  };
}

/** Tells of every build, and resolves with the first one. */
function firstBuild(compiler: Compiler | MultiCompiler, onBuild: DevelopmentServerOptions['onBuild']): Promise<void> {
  return new Promise((resolve) => {
    compiler.hooks.done.tap('DevelopmentServer', (stats: Stats | MultiStats) => {
      const { errors = [] } = stats.toJson({ all: false, errors: true });
      onBuild(errors.map(({ moduleName, loc, message }) => [moduleName, loc, message].filter(Boolean).join(' ')));
      resolve();
    });
  });
}
