import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { BusboyInstance } from '@fastify/busboy';
import * as v from 'valibot';
import { invalidRequest, tooLarge } from './storage-error.ts';

/** A file in a request, as the whole body or in a form. */
interface IncomingFile {
  body: Readable;
  mimetype: string;
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
}

/** The maximum size of user metadata, in bytes. */
const MAX_METADATA_BYTES = 1024 * 1024;

const objectSchema = v.record(v.string(), v.unknown());

/**
 * Finds the file in a request: the whole body, or the first file of a form (`multipart/form-data`) and the fields before it.
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
  return { ...file, cacheControl: requireHeaderText(file.cacheControl) };
}

async function fileOfForm(request: IncomingMessage): Promise<IncomingFile> {
  const { body, type, fields } = await readForm(request, MAX_METADATA_BYTES + 1);
  const lifetime = fields.get('cacheControl');
  return {
    body,
    mimetype: fields.get('contentType') ?? type,
    cacheControl: lifetime === undefined || lifetime === '' ? 'no-cache' : `max-age=${lifetime}`,
    userMetadata: parseUserMetadata(fields.get('metadata') ?? fields.get('userMetadata') ?? ''),
  };
}

/** Parses the `x-metadata` header: JSON in base64. Like the service, it ignores invalid values. */
export function userMetadataOf(header: string | string[] | undefined): Record<string, unknown> | null {
  return typeof header === 'string' ? parseUserMetadata(Buffer.from(header, 'base64').toString('utf8')) : null;
}

/** Parses user metadata. Returns null if it is invalid. @throws StorageError 413 */
export function parseUserMetadata(json: string): Record<string, unknown> | null {
  if (Buffer.byteLength(json) > MAX_METADATA_BYTES) throw tooLarge('user_metadata');
  try {
    const parsed = v.safeParse(objectSchema, JSON.parse(json));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** The first file of a form, and the fields before it. */
interface Form {
  body: Readable;
  /** The file's type, without parameters. */
  type: string;
  fields: Map<string, string>;
}

/** Whether a request's body is a form. */
export function isForm({ headers }: IncomingMessage): boolean {
  return /^multipart\/form-data/i.test(headers['content-type'] ?? '');
}

/**
 * Reads a form (`multipart/form-data`) up to its first file, which is then streamed.
 * @param fieldLimit longer fields are cut off here, in bytes
 * @throws StorageError 400 when there is no file or the form is invalid
 */
function readForm(request: IncomingMessage, fieldLimit: number): Promise<Form> {
  return new Promise((resolve, reject) => {
    const fail = (cause?: unknown): void => {
      reject(invalidRequest(cause instanceof Error ? cause.message : 'No content provided', cause));
    };
    let form: BusboyInstance;
    try {
      const headers = { ...request.headers, 'content-type': request.headers['content-type'] ?? '' };
      form = new Busboy({ headers, limits: { files: 1, fields: 10, fieldSize: fieldLimit } });
    } catch (cause) {
      fail(cause);
      return;
    }
    const fields = new Map<string, string>();
    let file: Readable | undefined;
    const end = (cause: Error): void => {
      fail(cause);
      file?.destroy(cause);
    };
    form.on('field', (name, value) => fields.set(name, value));
    form.on('file', (_name, body, _fileName, _encoding, type) => {
      file = body;
      // The reader of the file handles its errors. Until it starts, an error must not be unhandled.
      body.on('error', () => undefined);
      resolve({ body, type, fields });
    });
    form.on('error', (cause) => {
      end(cause instanceof Error ? cause : new Error(String(cause)));
    });
    form.on('finish', () => {
      fail();
    });
    // Without this, the file of an aborted form would never end.
    request.once('error', end);
    request.once('close', () => {
      if (!request.complete) end(new Error('The request ended before the form did'));
    });
    request.pipe(form);
  });
}

/** Characters that a header can have. */
const HEADER_VALUE_PATTERN = /^[\t\x20-\x7e]*$/;

/** Checks that a `Cache-Control` value can be sent as a header. @throws StorageError 400 */
export function requireHeaderText(text: string): string {
  if (!HEADER_VALUE_PATTERN.test(text)) throw invalidRequest('Invalid character in cacheControl');
  return text;
}
