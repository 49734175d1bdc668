import { releaseSetSchema, type ReleaseSet } from '@atrium/releases/release-set';
import * as v from 'valibot';

/** What a browser says that it takes where somebody opens a page. */
export const page = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

/** The releases that a document tells the shell. */
export function releaseSetIn(html: string): ReleaseSet {
  const block = /<script type="application\/json" id="atrium-release-set">(.*?)<\/script>/s.exec(html);
  return v.parse(releaseSetSchema, JSON.parse(block?.[1] ?? ''));
}

/** What the document brings besides the shell's own files, in its order. */
export function brought(html: string): string[] {
  return [...html.matchAll(/<(?:link rel="preload" as="\w+" href|script src)="([^"]*)"/g)]
    .map((match) => match[1] ?? '')
    .filter((address) => !address.startsWith('/releases/shell/'));
}
