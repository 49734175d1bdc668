import type { ReleaseStore } from '@atrium/releases/release-store';
import { encodingHeader, fileQuerySchema } from '@atrium/releases/store-wire';
import type { FastifyInstance } from 'fastify';
import { callerOf, requireRemote } from './caller.ts';
import { parseRequest } from './parse-request.ts';
import { receiveRelease } from './receive-release.ts';
import { StoreApiError } from './store-api-error.ts';

interface ReleaseAddress {
  Params: { name: string; release: string };
}

interface FileAddress {
  Params: ReleaseAddress['Params'] & { '*': string };
}

/** Releases: to read, and to store. */
export function addReleaseRoutes(api: FastifyInstance, store: ReleaseStore): void {
  api.get<ReleaseAddress>('/releases/:name/:release', async ({ params: { name, release } }) => {
    const [reading, trial] = await Promise.all([store.readManifest(name, release), store.readTrial(name, release)]);
    return { reading, trial };
  });

  api.get<FileAddress>('/releases/:name/:release/files/*', async ({ params, query }, reply) => {
    const { encodings = [] } = parseRequest(fileQuerySchema, { ...(query ?? {}) });
    const file = await store.releaseFile(params.name, params.release, params['*'], encodings);
    if (file === null) throw new StoreApiError(404, 'not-found');
    return reply.type('application/octet-stream').header(encodingHeader, file.encoding).send(file.content);
  });

  api.post('/releases', async (request) => {
    if (!request.isMultipart()) throw new StoreApiError(400, 'bad-request', 'its form');
    try {
      const { sealed, trial } = await receiveRelease(request.parts(), ({ name }) => requireRemote(request, name));
      const outcome = await store.putRelease(sealed, trial);
      const { name, release } = sealed.manifest;
      request.log.info({ team: callerOf(request).team, action: 'put', remote: name, release, outcome }, 'a release was stored');
      return { outcome };
    } catch (error) {
      // What is left of the body is taken and forgotten; the client reads the answer only when it has sent all.
      request.raw.unpipe();
      request.raw.resume();
      throw error;
    }
  });
}
