import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { BusboyInstance } from '@fastify/busboy';
import { invalidRequest } from '../storage-error.ts';

/** The first file of a form, and the fields that came before it. */
export interface Form {
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
export function readForm(request: IncomingMessage, fieldLimit: number): Promise<Form> {
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
