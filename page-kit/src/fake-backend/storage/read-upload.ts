import { StorageRefusal } from './storage-refusal.ts';

/** The file of an upload: the body itself, or the part of a form that storage-js sends for files of browsers. @throws StorageRefusal */
export async function readUpload(request: Request): Promise<{ readonly content: Uint8Array<ArrayBuffer>; readonly contentType: string }> {
  const type = request.headers.get('content-type') ?? 'application/octet-stream';
  if (!type.startsWith('multipart/form-data')) return { content: new Uint8Array(await request.arrayBuffer()), contentType: type };
  for (const [, part] of await request.formData()) {
    if (typeof part !== 'string') return { content: new Uint8Array(await part.arrayBuffer()), contentType: part.type || 'application/octet-stream' };
  }
  throw new StorageRefusal('The form has no file', { statusCode: '400', code: 'InvalidRequest', error: 'InvalidRequest' });
}
