import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { registerAuth } from '../auth/auth-routes.ts';
import type { AuthServices } from '../auth/auth-services.ts';
import type { Cluster } from '../database/cluster.ts';
import { registerFunctions } from '../functions/function-routes.ts';
import type { FunctionServices } from '../functions/function-routes.ts';
import type { Realtime } from '../realtime/realtime.ts';
import { registerRealtimeRoutes } from '../realtime/realtime-routes.ts';
import { registerUpgrade } from '../realtime/realtime-upgrade.ts';
import { registerRest } from '../rest/rest-routes.ts';
import { registerStorage } from '../storage/storage-routes.ts';
import type { StorageServices } from '../storage/storage-services.ts';
import { registerCors } from './cors.ts';
import { registerGateway } from './gateway.ts';
import { registerLargeBodies } from './large-bodies.ts';

/** GoTrue's limit of a request's body, in bytes. */
const authBodyLimit = 1024 * 1024;

/** The services beside auth and rest. */
export interface FurtherServices {
  readonly storage: StorageServices;
  readonly functions: FunctionServices;
  readonly realtime: Realtime;
}

/** The API of the project: auth, rest, storage, functions and realtime. */
export function createApiServer(auth: AuthServices, cluster: Cluster, { storage, functions, realtime }: FurtherServices): FastifyInstance {
  const server = Fastify({ forceCloseConnections: true, bodyLimit: authBodyLimit, routerOptions: { maxParamLength: 2500 } });
  registerCors(server);
  registerLargeBodies(server);
  // Only the services below read bodies.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _body, done) => {
    done(null);
  });
  server.setNotFoundHandler(async (_request, reply) => {
    await reply.code(404).send({ error: 'requested path is invalid' });
  });
  server.get('/', () => ({ name: 'local-supabase', message: 'This is the API, for development only. Open the site instead.' }));
  server.register(
    (scope, _options, done) => {
      registerGateway(scope, auth.keys);
      registerAuth(scope, auth);
      done();
    },
    { prefix: '/auth/v1' },
  );
  server.register(
    (scope, _options, done) => {
      registerGateway(scope, auth.keys);
      registerRest(scope, { cluster, keys: auth.keys, verifier: auth.verifier });
      done();
    },
    { prefix: '/rest/v1' },
  );
  server.register(
    (scope, _options, done) => {
      registerGateway(scope, auth.keys);
      registerStorage(scope, storage);
      done();
    },
    { prefix: '/storage/v1' },
  );
  server.register(
    (scope, _options, done) => {
      registerFunctions(scope, functions);
      done();
    },
    { prefix: '/functions/v1' },
  );
  server.register(
    (scope, _options, done) => {
      registerGateway(scope, auth.keys);
      registerRealtimeRoutes(scope, { realtime, keys: auth.keys, verifier: auth.verifier });
      done();
    },
    { prefix: '/realtime/v1' },
  );
  server.register(
    (scope, _options, done) => {
      registerGateway(scope, auth.keys);
      scope.post('/', () => ({ errors: [{ message: 'pg_graphql extension is not enabled.' }] }));
      done();
    },
    { prefix: '/graphql/v1' },
  );
  registerUpgrade(server.server, realtime, auth.keys);
  server.addHook('preClose', () => realtime.stop());
  return server;
}
