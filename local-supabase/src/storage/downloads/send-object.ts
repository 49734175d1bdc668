import type { FileHandle } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { ObjectRow } from '../objects/object-row.ts';
import type { Answer } from '../storage-call.ts';
import { byteRange } from './byte-range.ts';
import { contentHeaders, dispositionHeaders } from './content-headers.ts';

/** How an object is to be sent. */
export interface Sending {
  method: string;
  headers: IncomingHttpHeaders;
  /** See dispositionHeaders. */
  download: string | null;
  /** When the address stops working, in seconds since 1970; undefined for one that does not. */
  expires?: number;
}

/**
 * Sends an object, or the part of it that was asked for, unless the client has it already (RFC 9110, sections 13 and 14).
 * @param file is closed once it has been sent, or is not needed
 */
export async function sendObject(row: ObjectRow, file: FileHandle, { method, headers, download, expires }: Sending): Promise<Answer> {
  let isNeeded = false;
  try {
    const { size } = await file.stat();
    const { eTag, lastModified, cacheControl, mimetype } = row.metadata ?? {};
    const common = {
      ...(eTag === undefined ? {} : { etag: eTag }),
      ...(lastModified === undefined ? {} : { 'last-modified': new Date(lastModified).toUTCString() }),
      ...(expires === undefined ? { 'cache-control': cacheControl ?? 'no-cache' } : { expires: new Date(expires * 1000).toUTCString() }),
    };
    if (isKnown(headers, eTag, lastModified)) return { status: 304, headers: common };

    const wanted = headers['if-range'] === undefined || headers['if-range'] === eTag ? headers.range : undefined;
    const part = wanted === undefined ? undefined : byteRange(wanted, size);
    const answer = {
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
    if (method === 'HEAD') return answer;
    isNeeded = true;
    return { ...answer, body: file.createReadStream(part ? { start: part.first, end: part.last } : {}) };
  } finally {
    if (!isNeeded) await file.close();
  }
}

function isKnown(headers: IncomingHttpHeaders, eTag: string | undefined, lastModified: string | undefined): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) {
    return tags.trim() === '*' || (eTag !== undefined && tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === eTag));
  }
  const since = headers['if-modified-since'];
  if (since === undefined || lastModified === undefined) return false;
  // The header knows no fractions of a second.
  return Math.floor(Date.parse(lastModified) / 1000) * 1000 <= Date.parse(since);
}
