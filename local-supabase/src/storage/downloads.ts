import type { FileHandle } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { Queries } from '../database/database.ts';
import type { EndpointResponse } from './call.ts';
import type { FileStore } from './file-store.ts';
import { objectKey } from './names.ts';
import { findObject } from './objects.ts';
import type { ObjectRow } from './objects.ts';
import { noSuchKey, StorageError } from './storage-error.ts';

/**
 * Finds an object and opens its file while the session is locked. Nothing can replace or remove it in between, because files
 * are deleted after their row.
 * @throws StorageError 404
 */
export async function openObject(queries: Queries, files: FileStore, bucket: string, key: string): Promise<{ row: ObjectRow; file: FileHandle }> {
  const row = await findObject(queries, bucket, objectKey(key));
  const file = await files.open(row.version);
  if (!file) throw noSuchKey();
  return { row, file };
}

/** How to send an object. */
interface SendOptions {
  method: string;
  headers: IncomingHttpHeaders;
  /** See dispositionHeaders. */
  download: string | null;
  /** When a signed URL expires, in seconds since 1970. */
  expires?: number;
}

/**
 * Sends an object or the requested range, unless the client's cached copy is current (RFC 9110, sections 13 and 14).
 * @param file is closed after it was sent, or if it is not needed
 */
export async function sendObject(row: ObjectRow, file: FileHandle, { method, headers, download, expires }: SendOptions): Promise<EndpointResponse> {
  let isNeeded = false;
  try {
    const { size } = await file.stat();
    const { eTag, lastModified, cacheControl, mimetype } = row.metadata ?? {};
    const common = {
      ...(eTag === undefined ? {} : { etag: eTag }),
      ...(lastModified === undefined ? {} : { 'last-modified': new Date(lastModified).toUTCString() }),
      ...(expires === undefined ? { 'cache-control': cacheControl ?? 'no-cache' } : { expires: new Date(expires * 1000).toUTCString() }),
    };
    if (isNotModified(headers, eTag, lastModified)) return { status: 304, headers: common };

    const range = headers['if-range'] === undefined || headers['if-range'] === eTag ? headers.range : undefined;
    const part = range === undefined ? undefined : byteRange(range, size);
    const response = {
      status: part ? 206 : 200,
      headers: {
        ...common,
        ...contentHeaders(mimetype),
        ...dispositionHeaders(download),
        'accept-ranges': 'bytes',
        'content-length': String(part ? part.last - part.first + 1 : size),
        ...(part ? { 'content-range': `bytes ${String(part.first)}-${String(part.last)}/${String(size)}` } : {}),
      },
    };
    if (method === 'HEAD') return response;
    isNeeded = true;
    return { ...response, body: file.createReadStream(part ? { start: part.first, end: part.last } : {}) };
  } finally {
    if (!isNeeded) await file.close();
  }
}

function isNotModified(headers: IncomingHttpHeaders, eTag: string | undefined, lastModified: string | undefined): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) {
    return tags.trim() === '*' || (eTag !== undefined && tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === eTag));
  }
  const since = headers['if-modified-since'];
  if (since === undefined || lastModified === undefined) return false;
  // The header has no fractions of a second.
  return Math.floor(Date.parse(lastModified) / 1000) * 1000 <= Date.parse(since);
}

/** A part of a file, from the first to the last byte inclusive, counted from 0. */
interface ByteRange {
  first: number;
  last: number;
}

/**
 * The part that a `Range` header requests (RFC 9110, section 14.2). Multiple ranges are not supported.
 * @param size of the whole file, in bytes
 * @throws StorageError 416 when the range is invalid
 */
function byteRange(header: string, size: number): ByteRange {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  const first = from === '' ? Math.max(size - Number(to), 0) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  const isEmptySuffix = from === '' && Number(to) === 0;
  if (isEmptySuffix || !Number.isSafeInteger(first) || first > last) {
    throw new StorageError('invalid range provided', { statusCode: 416, code: 'InvalidRange', error: 'invalid_range', httpStatus: 416 });
  }
  return { first, last };
}

/**
 * Types whose content browsers never run as script. The whole header must match: of several types separated by commas,
 * browsers use the last (fetch.spec.whatwg.org, "extract a MIME type"), and every type that ends in `+xml` is XML.
 */
const INERT_TYPE_PATTERN = /^(?:(?:image|audio|video|font)\/[\w.-]+|text\/plain|text\/csv|application\/(?:pdf|json|octet-stream|zip))[\t ]*(?:;[^,]*)?$/i;

/** The text that a header can have. Rows written by SQL may have any text. */
const HEADER_VALUE_PATTERN = /^[\t\x20-\x7e]+$/;

/**
 * The headers for a file's type. As on a hosted project, HTML is sent as plain text. Other types that can contain script (SVG, XML)
 * get a sandbox without script, and browsers must not guess types.
 */
function contentHeaders(mimetype = ''): Record<string, string> {
  const type = HEADER_VALUE_PATTERN.test(mimetype) ? mimetype : 'application/octet-stream';
  return {
    'content-type': /text\/html/i.test(type) ? 'text/plain' : type,
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'none',
    ...(INERT_TYPE_PATTERN.test(type) ? {} : { 'content-security-policy': `default-src 'none'; sandbox` }),
  };
}

/**
 * The headers that make a browser save a file instead of showing it.
 * @param download the file name, empty for the file's own, or null to show the file
 */
function dispositionHeaders(download: string | null): Record<string, string> {
  if (download === null) return {};
  const name = encodeURIComponent(download);
  return { 'content-disposition': download === '' ? 'attachment;' : `attachment; filename=${name}; filename*=UTF-8''${name}` };
}
