import { createHash } from 'node:crypto';
import path from 'node:path';

/** A site of static files: one document for every page, and the files that it loads. */
export interface StaticSite {
  readonly document: string;
  /** Content of each file, by its path on the site, which starts with a slash. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Whether every script has integrity, so that the document's policy can require it. */
  readonly integrity: boolean;
}

/** The files that a bundler writes for browsers, by extension. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** The content type of a built file; undefined for files that browsers do not load, such as source maps. */
export function contentTypeOf(file: string): string | undefined {
  return CONTENT_TYPES[path.extname(file)];
}

/** The subresource integrity of a file, with the hash algorithm of releases. */
export function integrityOf(content: Buffer): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}
