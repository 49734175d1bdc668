import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { BusboyInstance } from '@fastify/busboy';
import * as v from 'valibot';
import { invalidRequest, tooLarge } from './storage-error.ts';

/** A file on its way in, in whichever form the request has it. */
interface IncomingFile {
  body: Readable;
  mimetype: string;
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
}

/** The most that what somebody notes of a file may hold, in bytes. */
const MAX_METADATA_BYTES = 1024 * 1024;

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
  const { body, type, fields } = await readForm(request, MAX_METADATA_BYTES + 1);
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
  if (Buffer.byteLength(json) > MAX_METADATA_BYTES) throw tooLarge('user_metadata');
  try {
    const parsed = v.safeParse(objectSchema, JSON.parse(json));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** The first file of a form, and the fields that came before it. */
interface Form {
  body: Readable;
  /** The file's type, without parameters. */
  type: string;
  fields: Map<string, string>;
}

/** Whether the file of a request is in a form. */
export function isForm({ headers }: IncomingMessage): boolean {
  return /^multipart\/form-data/i.test(headers['content-type'] ?? '');
}

/**
 * Reads a form (`multipart/form-data`) up to its first file, whose bytes are then read as they arrive.
 * @param fieldLimit where a longer field is cut off, in bytes
 * @throws StorageError 400 when there is no file, or the form is not one
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
      // Whoever reads the file hears of its end there; before somebody does, nobody listens.
      body.on('error', () => undefined);
      resolve({ body, type, fields });
    });
    form.on('error', (cause) => {
      end(cause instanceof Error ? cause : new Error(String(cause)));
    });
    form.on('finish', () => {
      fail();
    });
    // A form that is cut off would leave its file waiting for ever.
    request.once('error', end);
    request.once('close', () => {
      if (!request.complete) end(new Error('The request ended before the form did'));
    });
    request.pipe(form);
  });
}

/** Of characters that a header may carry. */
const HEADER_VALUE_PATTERN = /^[\t\x20-\x7e]*$/;

/** How long copies of a file may be kept, as its header `Cache-Control` will say it. @throws StorageError 400 where no header can */
export function admittedCacheControl(text: string): string {
  if (!HEADER_VALUE_PATTERN.test(text)) throw invalidRequest('Invalid character in cacheControl');
  return text;
}
