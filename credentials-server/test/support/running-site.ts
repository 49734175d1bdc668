import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createSiteServer, type SiteServerOptions } from '../../src/server.ts';

/** A response as received: nothing decoded, no redirect followed. */
export interface SiteResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

/** Sends a real HTTP request, with the path exactly as written. */
export async function ask(
  base: string,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<SiteResponse> {
  const { hostname, port } = new URL(base);
  const asking = request({ hostname, port, path, method, headers, agent: false });
  asking.end(body);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asking.once('response', resolve).once('error', reject);
  });
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(response, 'end');
  const all = Buffer.concat(chunks);
  return { status: response.statusCode ?? 0, headers: response.headers, body: all, text: all.toString('utf8') };
}

const running: FastifyInstance[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

/** The address and key of a backend that these tests never call. */
export const backend = { supabaseUrl: 'http://127.0.0.1:54321', supabaseKey: 'sb_publishable_test' };

/** Starts a server on a free port until the test ends. Returns its address. */
export async function startSite(options: Omit<SiteServerOptions, 'supabaseUrl' | 'supabaseKey'> & Partial<Pick<SiteServerOptions, 'supabaseUrl'>>): Promise<string> {
  const server = await createSiteServer({ ...backend, ...options });
  running.push(server);
  return server.listen({ host: '127.0.0.1', port: 0 });
}
