import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { reportFailure } from '../http/report-failure.ts';
import { RoleError } from '../database/assumable-role.ts';
import { callerOf } from './caller.ts';
import { bucketCreate } from './endpoints/bucket-create.ts';
import { bucketDelete } from './endpoints/bucket-delete.ts';
import { bucketEmpty } from './endpoints/bucket-empty.ts';
import { bucketGet } from './endpoints/bucket-get.ts';
import { bucketList } from './endpoints/bucket-list.ts';
import { bucketUpdate } from './endpoints/bucket-update.ts';
import { imageRender } from './endpoints/image-render.ts';
import { objectCopy } from './endpoints/object-copy.ts';
import { objectInfo, objectInfoAuthenticated, objectInfoPublic } from './endpoints/object-info.ts';
import { objectList, objectListV2 } from './endpoints/object-list.ts';
import { objectMove } from './endpoints/object-move.ts';
import { objectReadSigned } from './endpoints/object-read-signed.ts';
import { objectRead, objectReadAuthenticated, objectReadPublic } from './endpoints/object-read.ts';
import { objectRemove, objectsRemove } from './endpoints/object-remove.ts';
import { objectSign, objectsSign } from './endpoints/object-sign.ts';
import { objectUpdate, objectUpload } from './endpoints/object-upload.ts';
import { uploadSign } from './endpoints/upload-sign.ts';
import { uploadSigned } from './endpoints/upload-signed.ts';
import type { Endpoint } from './storage-call.ts';
import { StorageError, accessDenied, invalidRequest } from './storage-error.ts';
import type { StorageServices } from './storage-services.ts';

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
  uploadSign,
  uploadSigned,
];

/** Registers `/storage/v1`. */
export function registerStorage(server: FastifyInstance, storage: StorageServices): void {
  server.setErrorHandler(sendError);
  server.setNotFoundHandler(() => {
    throw new StorageError('Route not found', { statusCode: 404, code: 'NoSuchKey', error: 'Not Found', httpStatus: 404 });
  });
  server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    register(scope, storage, endpoints.filter((endpoint) => !endpoint.takesFile));
    done();
  });
  server.register((scope, _options, done) => {
    // A file is read by its endpoint as it arrives: no limit of a whole body applies, and none is ever held.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, parsed) => {
      parsed(null);
    });
    register(scope, storage, endpoints.filter((endpoint) => endpoint.takesFile));
    done();
  });
}

const parametersSchema = v.object({ bucket: v.optional(v.string(), ''), '*': v.optional(v.string(), '') });

function register(server: FastifyInstance, storage: StorageServices, some: readonly Endpoint[]): void {
  for (const endpoint of some) {
    server.route({
      method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: false,
      // Who may ask is the storage service's own business: addresses of files are opened without a key.
      config: { withoutKey: true },
      handler: async (request, reply) => {
        const { bucket, '*': key } = v.parse(parametersSchema, request.params);
        const caller = await callerOf(request, storage, endpoint.operation, endpoint.admitsAnybody ?? false);
        const query = new URL(request.url, 'http://localhost').searchParams;
        const { status = 200, body, headers = {} } = await endpoint.handle({ storage, caller, bucket, key, query, request });
        return reply.code(status).headers(headers).send(body);
      },
    });
  }
}

const httpErrorSchema = v.object({ statusCode: v.pipe(v.number(), v.minValue(400), v.maxValue(499)), message: v.string() });

function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof RoleError) return accessDenied(error.message, error);
  const refused = v.safeParse(httpErrorSchema, error);
  if (refused.success) return invalidRequest(refused.output.message, error);
  reportFailure(error);
  return new StorageError('Internal server error', { statusCode: 500, code: 'InternalError', cause: error });
}

async function sendError(error: unknown, _request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { statusCode, code, error: name, message, httpStatus } = toStorageError(error);
  await reply.code(httpStatus).header('cache-control', 'no-store').send({ statusCode: String(statusCode), code, error: name, message });
}
