import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import * as v from 'valibot';
import { invalidRequest, tooLarge } from '../storage-error.ts';
import { readForm } from './read-form.ts';

/** A file on its way in, in whichever form the request has it. */
export interface IncomingFile {
  body: Readable;
  mimetype: string;
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
}

/** The most that what somebody notes of a file may hold, in bytes. */
const metadataLimit = 1024 * 1024;

/** Of characters that a header may carry. */
const headerText = /^[\t\x20-\x7e]*$/;

const objectSchema = v.record(v.string(), v.unknown());

/**
 * Finds the file in a request: the whole body, or the first file of a form (`multipart/form-data`), with what came before it.
 * @throws StorageError 400 when there is none
 */
export async function incomingFile(request: IncomingMessage): Promise<IncomingFile> {
  const { headers } = request;
  const type = headers['content-type'] ?? 'application/octet-stream';
  const file = /^multipart\/form-data/i.test(type)
    ? await fileOfForm(request)
    : {
        body: request,
        mimetype: type,
        cacheControl: headers['cache-control'] ?? 'no-cache',
        userMetadata: userMetadataOf(headers['x-metadata']),
      };
  if (!headerText.test(file.cacheControl)) throw invalidRequest('Invalid character in cacheControl');
  return file;
}

async function fileOfForm(request: IncomingMessage): Promise<IncomingFile> {
  const { body, type, fields } = await readForm(request, metadataLimit + 1);
  const lifetime = fields.get('cacheControl');
  return {
    body,
    mimetype: fields.get('contentType') ?? type,
    cacheControl: lifetime === undefined || lifetime === '' ? 'no-cache' : `max-age=${lifetime}`,
    userMetadata: parseMetadata(fields.get('metadata') ?? fields.get('userMetadata') ?? ''),
  };
}

/** The `x-metadata` header: JSON in base64. What cannot be read is left out, as the service does. */
export function userMetadataOf(header: string | string[] | undefined): Record<string, unknown> | null {
  return typeof header === 'string' ? parseMetadata(Buffer.from(header, 'base64').toString('utf8')) : null;
}

function parseMetadata(json: string): Record<string, unknown> | null {
  if (Buffer.byteLength(json) > metadataLimit) throw tooLarge('user_metadata');
  try {
    const parsed = v.safeParse(objectSchema, JSON.parse(json));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
