import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { proposalSchema } from '@atrium/releases/model';
import { InvalidMoveError, TeamBookError, type ReleaseStore } from '@atrium/releases/stores';
import {
  ENCODING_HEADER,
  fileQuerySchema,
  garbageRequestSchema,
  logQuerySchema,
  moveRequestSchema,
  STORE_PATH,
  UPLOAD_LIMITS,
} from '@atrium/releases/stores/site';
import { tokenRequestSchema } from '@atrium/releases/teams';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { named } from '../../http/named-plugin.ts';
import type { Alerts } from '../../site/alerts.ts';
import { callerOf, identifyCaller, requirePlatform, requireRemote } from './caller.ts';
import { parseRequest, sendStoreApiError, StoreApiError } from './errors.ts';
import { receiveRelease } from './receive-release.ts';

/** What the store API needs. */
interface StoreRoutesOptions {
  readonly store: ReleaseStore;
  readonly alerts: Alerts | null;
  /** Requests in a minute from one IP address. A pipeline that releases many remotes needs a few for each. */
  readonly requestsPerMinute: number;
}

interface ReleaseAddress {
  Params: { name: string; release: string };
}

interface FileAddress {
  Params: ReleaseAddress['Params'] & { '*': string };
}

/**
 * Serves the release store to teams: `/__atrium/store/…`, with a team's token. There is no CORS, because only programs
 * call it. This site's own pages have no token.
 */
export async function addStoreRoutes(server: FastifyInstance, { store, alerts, requestsPerMinute }: StoreRoutesOptions): Promise<void> {
  await server.register(
    named('store API', async (api) => {
      await api.register(multipart, {
        throwFileSizeLimit: true,
        limits: {
          // A part's name is a prefix and the path of a file, which has at most 200 characters.
          fieldNameSize: 300,
          fieldSize: UPLOAD_LIMITS.manifestBytes,
          fields: 2,
          fileSize: UPLOAD_LIMITS.bytes,
          files: UPLOAD_LIMITS.files,
          parts: UPLOAD_LIMITS.files + 2,
          headerPairs: 20,
        },
      });
      api.decorateRequest('storeCaller', null);
      api.setErrorHandler(sendStoreApiError);
      // All routes of the store API share one count per IP address.
      await api.register(rateLimit, { max: requestsPerMinute, timeWindow: 60_000 });
      api.addHook('onRoute', (route) => {
        route.config = { ...route.config, routeClass: 'store' };
        // The largest JSON body is a proposal with a manifest.
        route.bodyLimit = UPLOAD_LIMITS.manifestBytes;
      });
      api.addHook('onRequest', (_request, reply, done) => {
        reply.header('cache-control', 'no-store');
        done();
      });
      // After the rate limit, which also slows down guessed tokens, and before a body is read.
      api.addHook('preParsing', (request) => identifyCaller(store, request));
      addReadRoutes(api, store);
      addReleaseRoutes(api, store);
      addMoveRoutes(api, { store, alerts });
      addTeamRoutes(api, store);
    }),
    { prefix: STORE_PATH },
  );
}

/** What every team may read: the live site is public, and the history is not a secret between teams. */
function addReadRoutes(api: FastifyInstance, store: ReleaseStore): void {
  api.get('/registry', async () => {
    // Read the fingerprint first: if the registry changes in between, the client only sees one change more.
    const fingerprint = await store.registryFingerprint();
    return { fingerprint, reading: await store.readRegistry() };
  });

  api.get('/log', async (request) => {
    const { name, before, limit } = parseRequest(logQuerySchema, { ...(request.query ?? {}) });
    return { entries: await store.readLog({ limit, ...(name !== undefined && { name }), ...(before !== undefined && { before }) }) };
  });

  api.get('/health', async () => ({ releases: await store.health.read() }));

  api.get('/health/timings', async () => ({ releases: await store.health.timings() }));

  api.get('/health/failures', async () => ({ failures: await store.health.failures() }));

  api.get('/team', (request) => {
    const { team, remotes } = callerOf(request);
    return Promise.resolve({ team, remotes });
  });
}

function addReleaseRoutes(api: FastifyInstance, store: ReleaseStore): void {
  api.get<ReleaseAddress>('/releases/:name/:release', async ({ params: { name, release } }) => {
    const [reading, smokeTest] = await Promise.all([store.readManifest(name, release), store.readSmokeTest(name, release)]);
    return { reading, smokeTest };
  });

  api.get<FileAddress>('/releases/:name/:release/files/*', async ({ params, query }, reply) => {
    const { encodings = [] } = parseRequest(fileQuerySchema, { ...(query ?? {}) });
    const file = await store.releaseFile(params.name, params.release, params['*'], encodings);
    if (file === null) throw new StoreApiError(404, 'not-found');
    return reply.type('application/octet-stream').header(ENCODING_HEADER, file.encoding).send(file.content);
  });

  api.post('/releases', async (request) => {
    if (!request.isMultipart()) throw new StoreApiError(400, 'bad-request', 'the body must be multipart/form-data');
    try {
      const { sealed, smokeTest } = await receiveRelease(request.parts(), ({ name }) => requireRemote(request, name));
      const outcome = await store.putRelease(sealed, smokeTest);
      const { name, release } = sealed.manifest;
      request.log.info({ team: callerOf(request).team, action: 'put', remote: name, release, outcome }, 'a release was stored');
      return { outcome };
    } catch (error) {
      // Discard the rest of the body: the client reads the response only after it has sent everything.
      request.raw.unpipe();
      request.raw.resume();
      throw error;
    }
  });
}

function addMoveRoutes(api: FastifyInstance, { store, alerts }: Pick<StoreRoutesOptions, 'store' | 'alerts'>): void {
  api.post('/moves', async (request) => {
    const parsed = v.safeParse(moveRequestSchema, request.body);
    if (!parsed.success) throw new InvalidMoveError(`Nothing was moved: ${parsed.issues[0].message}.`);
    const move = parsed.output;
    const { action, name } = move;
    const { team } = requireRemote(request, name);
    // The history names the team of the token. A name in the request could be anyone's.
    const result = await store.move({ ...move, who: team, team });
    const { entry } = result;
    if (entry) alerts?.moved(entry);
    request.log.info({ team, action, remote: name, release: entry?.release ?? move.release, moved: entry !== null }, 'a pointer was moved');
    return result;
  });

  api.post('/checks', async (request) => {
    const proposal = parseRequest(proposalSchema, request.body);
    requireRemote(request, 'manifest' in proposal ? proposal.manifest.name : proposal.name);
    return store.check(proposal);
  });

  api.post('/garbage', async (request) => {
    const { team } = requirePlatform(request);
    const options = parseRequest(garbageRequestSchema, request.body);
    const report = await store.collectGarbage(options);
    request.log.info({ team, action: 'gc', ...options, removed: report.removed.length }, 'garbage was collected');
    return report;
  });
}

/** Teams and their tokens, for a team that may release everything. */
function addTeamRoutes(api: FastifyInstance, { teams }: ReleaseStore): void {
  api.get('/tokens', async (request) => {
    requirePlatform(request);
    return { teams: await teams.listTeams() };
  });

  api.post('/tokens', async (request) => {
    const { team } = requirePlatform(request);
    const parsed = v.safeParse(tokenRequestSchema, request.body);
    if (!parsed.success) throw new TeamBookError(`No token was created: ${parsed.issues[0].message}.`);
    const token = await teams.createToken(parsed.output);
    request.log.info({ team, action: 'create-token', for: parsed.output.team }, 'a token was created');
    return { token };
  });

  api.delete<{ Params: { id: string } }>('/tokens/:id', async (request) => {
    const { team } = requirePlatform(request);
    const revoked = await teams.revokeToken(request.params.id);
    request.log.info({ team, action: 'revoke-token', revoked }, 'a token was revoked');
    return { revoked };
  });
}
