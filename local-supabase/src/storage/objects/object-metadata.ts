import type { StoredFile } from '../files/partial-file.ts';

/** What a row's `metadata` says of bytes that are there, under the service's names. */
export function metadataOf({ eTag, size }: StoredFile, mimetype: string, cacheControl: string): Record<string, unknown> {
  return { eTag, size, mimetype, cacheControl, lastModified: new Date().toISOString(), contentLength: size, httpStatusCode: 200 };
}
