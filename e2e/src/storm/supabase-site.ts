import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isForDevelopment } from '@atrium/releases/model';
import type { ReleaseStore } from '@atrium/releases/stores';
import { sealBuild } from '@atrium/releases/sealing';
import { openSiteStore } from '@atrium/releases/stores/site';
import { openSupabaseStore } from '@atrium/releases/stores/supabase';
import { ServiceProcess } from '../../../tools/start/service-process.ts';
import { ROOT, SITE_PARTS } from '../../../tools/repository/repository.ts';
import { FaultyLine } from '../../../supabase/test/release-store/faulty-line.ts';
import { runBackend } from '../site/backend.ts';
import { freePort } from '../site/free-port.ts';

/** A site of three servers, with its releases in a Supabase project. */
export interface SupabaseSite {
  readonly url: string;
  /** The connection from the servers to the releases, if it differs from that of the sign-in. */
  readonly line: FaultyLine;
  /** The stores of the first two servers, accessed over HTTP like a team does. */
  readonly stores: readonly ReleaseStore[];
  /** Resolves when every server has read all live files over the line. */
  readAhead(): Promise<void>;
  /** Kills the last server. */
  killOne(): Promise<void>;
  stop(): Promise<void>;
}

const PASSED_SMOKE_TEST = { schema: 1, passed: true, problems: [] } as const;

/** Stores a build, and makes it live if `live` is set. Returns the id of the release. */
export async function storeBuild(store: ReleaseStore, build: string, live: boolean): Promise<string> {
  const sealed = await sealBuild(build);
  const { name, release } = sealed.manifest;
  await store.putRelease(sealed, { ...PASSED_SMOKE_TEST, problems: [], when: new Date().toISOString() });
  if (live) await moveTo(store, name, release);
  return release;
}

/** Makes a stored release live. */
export async function moveTo(store: ReleaseStore, name: string, release: string): Promise<void> {
  const reading = await store.readRegistry();
  const expectedRevision = reading.status === 'ok' ? reading.registry.revision : 0;
  await store.move({ action: 'publish', name, release, expectedRevision, who: 'a test', why: 'to see it' });
}

/**
 * Starts backend, servers and balancer with the builds of this checkout.
 *
 * @param apart whether the servers reach the releases over the line, at another URL than the sign-in
 */
export async function runSupabaseSite(apart: boolean): Promise<SupabaseSite> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-e2e-supabase-'));
  const [port, ...ports] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  // All visitors have one network address, and every log-in page requests a challenge for passkeys.
  const backend = await runBackend(folder, url, ['--no-rate-limits']);
  const line = await FaultyLine.open(backend.apiUrl);
  const own = openSupabaseStore({ url: backend.apiUrl, serviceKey: backend.secretKey, cacheDirectory: path.join(folder, 'own') });
  let files = 0;
  for (const part of SITE_PARTS) {
    const build = path.join(ROOT, part.folder, 'dist');
    await storeBuild(own, build, true);
    files += Object.keys((await sealBuild(build)).manifest.files).filter((file) => !file.endsWith('.map') && !isForDevelopment(file)).length;
  }
  const token = await own.teams.createToken({ team: 'platform', remotes: ['*'] });
  const servers = ports.map(
    (one, index) =>
      new ServiceProcess('A server of the site', path.join(ROOT, 'credentials-server/src/command.ts'), [], {
        ...process.env,
        PORT: String(one),
        SUPABASE_URL: backend.apiUrl,
        SUPABASE_KEY: backend.publishableKey,
        RELEASES_SUPABASE_URL: apart ? line.url : backend.apiUrl,
        RELEASES_SUPABASE_KEY: backend.secretKey,
        RELEASES_CACHE: path.join(folder, `cache-${index}`),
      }),
  );
  await Promise.all(servers.map(({ ready }) => ready));
  const balancer = await Balancer.start(port, ports);
  return {
    url,
    line,
    stores: ports.slice(0, 2).map((one) => openSiteStore({ site: `http://localhost:${one}`, token })),
    async readAhead() {
      for (const one of ports) await fetch(`http://localhost:${one}/readyz`);
      await line.answered('/object/authenticated/', ports.length * files);
    },
    killOne: async () => servers.at(-1)?.kill(),
    async stop() {
      balancer.stop();
      await Promise.all(servers.map((server) => server.stop()));
      line.close();
      await backend.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}


/** A complete response of a server. */
interface UpstreamResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** A load balancer. It sends requests to the servers in turn, and a request to the next server if one dies before it responds. */
class Balancer {
  readonly #server: Server;
  readonly #ports: readonly number[];
  readonly port: number;
  #turn = 0;

  private constructor(port: number, ports: readonly number[]) {
    this.port = port;
    this.#ports = ports;
    this.#server = createServer((incoming, outgoing) => void this.#pass(incoming, outgoing));
  }

  static async start(port: number, ports: readonly number[]): Promise<Balancer> {
    const balancer = new Balancer(port, ports);
    balancer.#server.listen(port, 'localhost');
    await once(balancer.#server, 'listening');
    return balancer;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const sent = await buffer(incoming);
    for (let attempt = 0; attempt < this.#ports.length; attempt += 1) {
      const port = this.#ports[this.#turn % this.#ports.length];
      this.#turn += 1;
      try {
        const { status, headers, body } = await responseOf(incoming, sent, port);
        outgoing.writeHead(status, headers).end(body);
        return;
      } catch {
        // The server died. Try the next one.
      }
    }
    outgoing.writeHead(502).end();
  }
}

async function responseOf({ method, url, headers }: IncomingMessage, sent: Buffer, port: number | undefined): Promise<UpstreamResponse> {
  return new Promise((resolve, reject) => {
    const asking = request({ hostname: '127.0.0.1', port, method, path: url, headers, agent: false }, (response) => {
      buffer(response).then((body) => resolve({ status: response.statusCode ?? 502, headers: response.headers, body }), reject);
    });
    asking.once('error', reject);
    asking.end(sent);
  });
}
