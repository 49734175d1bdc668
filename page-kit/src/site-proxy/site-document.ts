import { releaseSetSchema, type ReleaseSet, type ShellRelease } from '@atrium/releases/release-set';
import { telemetryMeta } from '@atrium/releases/names';
import * as v from 'valibot';
import { SiteProxyError } from './site-proxy-error.ts';

/** The data block with the release set. The site's server writes no `<` into it, so the next one ends it. */
const RELEASE_SET = /<script type="application\/json" id="atrium-release-set">([^<]*)<\/script>/;

/** Where tabs find the site's server; empty for the page's own origin. */
const API_BASE = /(<meta name="atrium-api-base" content=")([^"]*)(">)/;

/** Where tabs send telemetry: not what is only tried or being developed. */
const TELEMETRY = new RegExp(`<meta name="${telemetryMeta.name}"[^>]*>\\n?`);

/** A tag of the head that loads or preloads something, with its address. The server escapes `>` and `"` in attributes. */
const LOADING_TAG = /<(?:link|script)\b[^>]*\s(?:href|src)="([^"]*)"[^>]*>(?:<\/script>)?\n?/g;

/** Reads the release set of a document; null where it has none, as the document of no site, or of one without a shell. */
export function readReleaseSet(html: string): ReleaseSet | null {
  const [, text] = RELEASE_SET.exec(html) ?? [];
  if (text === undefined) return null;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), releaseSetSchema), text);
  if (parsed.success) return parsed.output;
  throw new SiteProxyError(
    'other-site-version',
    'The site states its releases in a form that this page-kit does not know. Install the page-kit version that the site’s platform team names.',
  );
}

/** What a document is changed to. */
export interface DocumentChange {
  /** The release set that the document came with. */
  readonly from: ReleaseSet;
  readonly to: ReleaseSet;
  /** Folders on the site whose files change while tabs load them; null in a document that is not for development. */
  readonly folders: readonly string[] | null;
}

/**
 * Writes another release set into a document: as the data that the shell reads, and as the files that the document loads.
 * Tabs find the site's server at the document's own address from then on, and send no telemetry.
 */
export function changeDocument(html: string, { from, to, folders }: DocumentChange): string {
  const gone = replacedFolders(from, to);
  const [, , apiBase = ''] = API_BASE.exec(html) ?? [];
  let shellTags = from.shell === to.shell ? '' : tagsOfShell(to.shell);
  const data = [dataBlock('atrium-release-set', to), ...(folders ? [dataBlock('atrium-development', { folders })] : [])].join('\n');
  return html
    .replace(LOADING_TAG, (tag: string, address: string) => {
      if (apiBase !== '' && address.startsWith(`${apiBase}/`)) return tag.replace(`${apiBase}/`, '/');
      if (!gone.some((folder) => address.startsWith(folder))) return tag;
      const instead = address.startsWith(from.shell.base) ? shellTags : '';
      if (instead !== '') shellTags = '';
      return instead;
    })
    .replace(API_BASE, '$1$3')
    .replace(TELEMETRY, '')
    .replace(RELEASE_SET, () => data);
}

/** Folders of the releases that a document loads no more. */
function replacedFolders(from: ReleaseSet, to: ReleaseSet): string[] {
  const folders = from.shell === to.shell ? [] : [from.shell.base];
  if (from.auth && from.auth.release !== to.auth?.release) folders.push(from.auth.base);
  for (const { name, release, files } of from.pages) {
    const now = to.pages.find((page) => page.name === name);
    if (files && now?.release !== release) folders.push(files.base);
  }
  return folders;
}

function tagsOfShell({ base, initial, scripts, styles }: ShellRelease): string {
  const check = (sum: string | undefined) => (sum === undefined ? '' : ` integrity="${sum}" crossorigin="anonymous"`);
  const tags = [
    ...initial.styles.map((file) => `<link rel="stylesheet" href="${base}${file}"${check(styles[file])}>`),
    ...initial.scripts.map((file) => `<script src="${base}${file}" defer${check(scripts[file])}></script>`),
  ];
  return `${tags.join('\n')}\n`;
}

/** JSON without `<`, so that no content can end the block. */
function dataBlock(id: string, data: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`;
}
