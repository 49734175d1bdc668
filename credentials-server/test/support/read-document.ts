import { type ReleaseSet, releaseSetSchema } from '@atrium/releases/wire';
import * as v from 'valibot';

/** The headers of a browser that opens a page. */
export const page = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

/** The release set of a document. */
export function releaseSetIn(html: string): ReleaseSet {
  const block = /<script type="application\/json" id="atrium-release-set">(.*?)<\/script>/s.exec(html);
  return v.parse(releaseSetSchema, JSON.parse(block?.[1] ?? ''));
}

/** What the document loads besides the shell's own files, in order. */
export function loadedFiles(html: string): string[] {
  return [...html.matchAll(/<(?:link rel="preload" as="\w+" href|script src)="([^"]*)"/g)]
    .map((match) => match[1] ?? '')
    .filter((address) => !address.startsWith('/releases/shell/'));
}
