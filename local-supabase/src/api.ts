import type { FastifyInstance } from 'fastify';
import type { AuthServices } from './auth/call.ts';
import { registerAuth } from './auth/endpoints/routes.ts';
import { registerFunctions } from './functions/routes.ts';
import type { FunctionServices } from './functions/routes.ts';
import { registerCors } from './http/cors.ts';
import { registerGateway } from './http/gateway.ts';
import { newServer } from './http/new-server.ts';
import { registerLargeBodies } from './http/refused-requests.ts';
import { registerUpgrade } from './realtime/realtime.ts';
import type { Realtime } from './realtime/realtime.ts';
import { registerRealtimeRoutes } from './realtime/routes.ts';
import { registerRest } from './rest/routes.ts';
import type { RestServices } from './rest/routes.ts';
import type { StorageServices } from './storage/caller.ts';
import { registerStorage } from './storage/endpoints/routes.ts';
import { registerTypes } from './types/routes.ts';

/** GoTrue's limit of a request's body, in bytes. */
const AUTH_BODY_LIMIT = 1024 * 1024;

/** The services of the API. */
interface ApiServices {
  readonly auth: AuthServices;
  readonly rest: RestServices;
  readonly storage: StorageServices;
  readonly functions: FunctionServices;
  readonly realtime: Realtime;
}

/** The API of the project: auth, rest, storage, functions and realtime, and the types of its tables. */
export function createApiServer({ auth, rest, storage, functions, realtime }: ApiServices): FastifyInstance {
  const { keys, verifier } = auth;
  const server = newServer({ bodyLimit: AUTH_BODY_LIMIT, routerOptions: { maxParamLength: 2500 } });
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
  const serve = (prefix: string, register: (scope: FastifyInstance) => void): void => {
    server.register(
      (scope, _options, done) => {
        register(scope);
        done();
      },
      { prefix },
    );
  };
  const serveWithKey = (prefix: string, register: (scope: FastifyInstance) => void): void => {
    serve(prefix, (scope) => {
      registerGateway(scope, keys);
      register(scope);
    });
  };
  serveWithKey('/auth/v1', (scope) => {
    registerAuth(scope, auth);
  });
  serveWithKey('/rest/v1', (scope) => {
    registerRest(scope, rest);
  });
  serveWithKey('/storage/v1', (scope) => {
    registerStorage(scope, storage);
  });
  serve('/functions/v1', (scope) => {
    registerFunctions(scope, functions);
  });
  serveWithKey('/realtime/v1', (scope) => {
    registerRealtimeRoutes(scope, { realtime, keys, verifier });
  });
  serveWithKey('/local/v1', (scope) => {
    registerTypes(scope, rest.database);
  });
  serveWithKey('/graphql/v1', (scope) => {
    scope.post('/', () => ({ errors: [{ message: 'pg_graphql extension is not enabled.' }] }));
  });
  registerUpgrade(server.server, realtime, keys);
  server.addHook('preClose', () => realtime.stop());
  return server;
}
