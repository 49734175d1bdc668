import { createHash } from 'node:crypto';
import path from 'node:path';

/** A site that is nothing but files: one document for every page, and what it loads. */
export interface StaticSite {
  readonly document: string;
  /** Content of each file by its path on the site, which begins with a slash. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Whether every script it loads has integrity, so that the document may demand it. */
  readonly integrity: boolean;
}

/** Kinds of files that a bundler writes for the browser. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** The content type of a built file; undefined for those that browsers do not load, such as source maps. */
export function contentTypeOf(file: string): string | undefined {
  return CONTENT_TYPES[path.extname(file)];
}

/** Subresource integrity of a file's content, with the hash that releases use. */
export function integrityOf(content: Buffer): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}
