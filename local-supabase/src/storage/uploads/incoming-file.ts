import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import * as v from 'valibot';
import { tooLarge } from '../storage-error.ts';
import { admittedCacheControl } from './cache-control.ts';
import { isForm, readForm } from './read-form.ts';

/** A file on its way in, in whichever form the request has it. */
export interface IncomingFile {
  body: Readable;
  mimetype: string;
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
}

/** The most that what somebody notes of a file may hold, in bytes. */
const metadataLimit = 1024 * 1024;

const objectSchema = v.record(v.string(), v.unknown());

/**
 * Finds the file in a request: the whole body, or the first file of a form (`multipart/form-data`), with what came before it.
 * @throws StorageError 400 when there is none
 */
export async function incomingFile(request: IncomingMessage): Promise<IncomingFile> {
  const { headers } = request;
  const type = headers['content-type'] ?? 'application/octet-stream';
  const file = isForm(request)
    ? await fileOfForm(request)
    : {
        body: request,
        mimetype: type,
        cacheControl: headers['cache-control'] ?? 'no-cache',
        userMetadata: userMetadataOf(headers['x-metadata']),
      };
  return { ...file, cacheControl: admittedCacheControl(file.cacheControl) };
}

async function fileOfForm(request: IncomingMessage): Promise<IncomingFile> {
  const { body, type, fields } = await readForm(request, metadataLimit + 1);
  const lifetime = fields.get('cacheControl');
  return {
    body,
    mimetype: fields.get('contentType') ?? type,
    cacheControl: lifetime === undefined || lifetime === '' ? 'no-cache' : `max-age=${lifetime}`,
    userMetadata: parseUserMetadata(fields.get('metadata') ?? fields.get('userMetadata') ?? ''),
  };
}

/** The `x-metadata` header: JSON in base64. What cannot be read is left out, as the service does. */
export function userMetadataOf(header: string | string[] | undefined): Record<string, unknown> | null {
  return typeof header === 'string' ? parseUserMetadata(Buffer.from(header, 'base64').toString('utf8')) : null;
}

/** What somebody notes of a file, as JSON; null when it cannot be read. @throws StorageError 413 */
export function parseUserMetadata(json: string): Record<string, unknown> | null {
  if (Buffer.byteLength(json) > metadataLimit) throw tooLarge('user_metadata');
  try {
    const parsed = v.safeParse(objectSchema, JSON.parse(json));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
