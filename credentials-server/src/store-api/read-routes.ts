import type { ReleaseStore } from '@atrium/releases/release-store';
import { logQuerySchema } from '@atrium/releases/store-wire';
import type { FastifyInstance } from 'fastify';
import { callerOf } from './caller.ts';
import { parseRequest } from './parse-request.ts';

/** What every team may read: what is live is on the site for all to see, and who moved what is no secret among teams. */
export function addReadRoutes(api: FastifyInstance, store: ReleaseStore): void {
  api.get('/registry', async () => {
    // The fingerprint first: if the registry changes in between, it is only seen as changed once more.
    const fingerprint = await store.registryFingerprint();
    return { fingerprint, reading: await store.readRegistry() };
  });

  api.get('/log', async (request) => {
    const { name, before, limit } = parseRequest(logQuerySchema, { ...(request.query ?? {}) });
    return { entries: await store.readLog({ limit, ...(name !== undefined && { name }), ...(before !== undefined && { before }) }) };
  });

  api.get('/health', async () => ({ releases: await store.health.read() }));

  api.get('/team', (request) => {
    const { team, remotes } = callerOf(request);
    return Promise.resolve({ team, remotes });
  });
}
