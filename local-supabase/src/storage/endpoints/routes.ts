import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { reportFailure } from '../../errors/report-failure.ts';
import { refusedRequest } from '../../http/refused-requests.ts';
import type { Call, Endpoint } from '../call.ts';
import { callerOf } from '../caller.ts';
import type { StorageServices } from '../caller.ts';
import { ResumableUploads } from '../resumable-uploads.ts';
import { invalidMimeType, invalidRequest, StorageError } from '../storage-error.ts';
import { bucketCreate, bucketDelete, bucketEmpty, bucketGet, bucketList, bucketUpdate } from './buckets.ts';
import { imageRender, objectRead, objectReadAuthenticated, objectReadPublic, objectReadSigned, objectSign, objectsSign } from './downloads.ts';
import { objectCopy, objectInfo, objectInfoAuthenticated, objectInfoPublic, objectList, objectListV2, objectMove, objectRemove, objectsRemove } from './objects.ts';
import { resumableAppend, resumableCancel, resumableCreate, resumableOffer, resumableProgress } from './resumable.ts';
import { objectUpdate, objectUpload, uploadSign, uploadSigned } from './uploads.ts';

const endpoints: readonly Endpoint[] = [
  bucketCreate,
  bucketDelete,
  bucketEmpty,
  bucketGet,
  bucketList,
  bucketUpdate,
  imageRender,
  objectCopy,
  objectInfo,
  objectInfoAuthenticated,
  objectInfoPublic,
  objectList,
  objectListV2,
  objectMove,
  objectRead,
  objectReadAuthenticated,
  objectReadPublic,
  objectReadSigned,
  objectRemove,
  objectsRemove,
  objectSign,
  objectsSign,
  objectUpdate,
  objectUpload,
  resumableAppend,
  resumableCancel,
  resumableCreate,
  resumableOffer,
  resumableProgress,
  uploadSign,
  uploadSigned,
];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** See Endpoint. */
    usesErrorStatus?: boolean;
  }
}

/** Registers `/storage/v1`. */
export function registerStorage(server: FastifyInstance, storage: StorageServices): void {
  const services = { storage, uploads: new ResumableUploads(storage.files) };
  server.setErrorHandler(sendError);
  server.setNotFoundHandler(() => {
    throw new StorageError('Route not found', { statusCode: 404, code: 'InvalidRequest', error: 'Not Found', httpStatus: 404 });
  });
  server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    register(scope, services, endpoints.filter((endpoint) => !endpoint.streamsBody));
    done();
  });
  server.register((scope, _options, done) => {
    // Endpoints stream files themselves, so no body limit applies and no body is held in memory.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, parsed) => {
      parsed(null);
    });
    register(scope, services, endpoints.filter((endpoint) => endpoint.streamsBody));
    done();
  });
}

const part = v.optional(v.string(), '');
const parametersSchema = v.object({ bucket: part, '*': part, upload: part });

function register(server: FastifyInstance, services: Pick<Call, 'storage' | 'uploads'>, some: readonly Endpoint[]): void {
  for (const endpoint of some) {
    server.route({
      method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: false,
      // The storage service checks access itself: file URLs work without a key.
      config: { withoutKey: true, usesErrorStatus: endpoint.usesErrorStatus ?? false },
      handler: async (request, reply) => {
        const { bucket, '*': key, upload } = v.parse(parametersSchema, request.params);
        const caller = await callerOf(request, services.storage, endpoint.operation, endpoint.allowsAnonymous ?? false);
        const query = new URL(request.url, 'http://localhost').searchParams;
        const { status = 200, body, headers = {} } = await endpoint.handle({ ...services, caller, bucket, key, upload, query, request });
        return reply.code(status).headers(headers).send(body);
      },
    });
  }
}

function toStorageError(error: unknown, request: FastifyRequest): StorageError {
  if (error instanceof StorageError) {
    if (error.statusCode >= 500) reportFailure(error.cause ?? error);
    return error;
  }
  const refused = v.safeParse(refusedRequest, error);
  if (refused.success && refused.output.statusCode === 415) return invalidMimeType(request.headers['content-type'] ?? '');
  if (refused.success) return invalidRequest(refused.output.message, error);
  reportFailure(error);
  return new StorageError('Internal server error', { statusCode: 500, code: 'InternalError', cause: error });
}

async function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { statusCode, code, error: name, message, httpStatus } = toStorageError(error, request);
  const status = request.routeOptions.config.usesErrorStatus ? statusCode : httpStatus;
  await reply.code(status).header('cache-control', 'no-store').send({ statusCode: String(statusCode), code, error: name, message });
}
