import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { releaseKey } from '@atrium/releases/model';
import type { LiveSite } from '@atrium/releases/resolve';
import type { ReleaseStore } from '@atrium/releases/stores';
import type { FirstFile } from './first-files.ts';
import type { PageOfPath } from './page-of-path.ts';

/** The first screen of a page as HTML, from the release that the document runs. */
export interface PrerenderedPage {
  /** The name of the page module. */
  readonly module: string;
  readonly path: string;
  /** The gate has checked it when the release was published. */
  readonly html: string;
  /** The script that hides the page from users with a session, and holds a submit until the page's code has loaded. */
  readonly script: InlineScript;
  /** The style sheets of the page, by their URLs. */
  readonly styles: readonly FirstFile[];
}

/** A script in the document itself: the page is not painted before it has run, so it must not cost a request. */
export interface InlineScript {
  readonly text: string;
  /** The source of the Content-Security-Policy that allows this script and no other. */
  readonly source: string;
}

/** Reads the HTML of a page; null if its release has none, or none in the language. */
type ReadPrerenderedPage = (site: LiveSite, target: PageOfPath | null, language: string) => Promise<Omit<PrerenderedPage, 'script' | 'styles'> | null>;

/** Reads the pages of a store's releases. */
export function prerenderedPages(store: ReleaseStore): ReadPrerenderedPage {
  return async ({ prerendered }, target, language) => {
    if (!target?.page.files) return null;
    const { page: { name, release, manifest }, route } = target;
    const file = prerendered.get(releaseKey(name, release))?.[route]?.[language];
    const path = manifest.routes[route];
    if (file === undefined || path === undefined) return null;
    const stored = await store.releaseFile(name, release, file);
    return stored && { module: name, path, html: stored.content.toString('utf8') };
  };
}

/** Reads the script of prerendered pages, without its comments and its indentation. */
export async function readPrerenderedPageScript(): Promise<InlineScript> {
  const source = await readFile(new URL('./prerendered-page.js', import.meta.url), 'utf8');
  const text = source.replaceAll(/^\s*(?:\/\/.*)?/gm, '').trim();
  return { text, source: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
}
