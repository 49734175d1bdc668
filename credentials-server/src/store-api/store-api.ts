import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { storePath, uploadLimits } from '@atrium/releases/store-wire';
import type { FastifyInstance } from 'fastify';
import { identifyCaller } from './caller.ts';
import { addMoveRoutes } from './move-routes.ts';
import { addReadRoutes } from './read-routes.ts';
import { answerRefusal } from './refusal-answer.ts';
import { addReleaseRoutes } from './release-routes.ts';
import { addTeamRoutes } from './team-routes.ts';

/** What the store's address needs. */
export interface StoreApiOptions {
  readonly store: ReleaseStore;
  /** Requests in a minute from one address: a pipeline that releases many remotes needs a few for each. */
  readonly requestsPerMinute: number;
}

/**
 * Serves the release store to teams: `/__atrium/store/…`, with a team's token (design §7). There is no CORS: browsers of
 * other origins have no business here, and this site's own pages do not know any token.
 */
export async function addStoreApi(server: FastifyInstance, { store, requestsPerMinute }: StoreApiOptions): Promise<void> {
  await server.register(
    async (api) => {
      await api.register(multipart, {
        throwFileSizeLimit: true,
        limits: {
          // A part's name is a prefix and the path of a file, which has 200 characters at most.
          fieldNameSize: 300,
          fieldSize: uploadLimits.manifestBytes,
          fields: 2,
          fileSize: uploadLimits.bytes,
          files: uploadLimits.files,
          parts: uploadLimits.files + 2,
          headerPairs: 20,
        },
      });
      api.decorateRequest('storeCaller', null);
      api.setErrorHandler(answerRefusal);
      // One count for all that an address asks of the store.
      await api.register(rateLimit, { max: requestsPerMinute, timeWindow: 60_000 });
      api.addHook('onRoute', (route) => {
        route.config = { ...route.config, routeClass: 'store' };
        // The manifest of a proposal is the largest of what comes as JSON.
        route.bodyLimit = uploadLimits.manifestBytes;
      });
      api.addHook('onRequest', (_request, reply, done) => {
        reply.header('cache-control', 'no-store');
        done();
      });
      // After the rate limit, which is for tokens that are guessed, too; before a body is read.
      api.addHook('preParsing', (request) => identifyCaller(store, request));
      addReadRoutes(api, store);
      addReleaseRoutes(api, store);
      addMoveRoutes(api, store);
      addTeamRoutes(api, store);
    },
    { prefix: storePath },
  );
}
