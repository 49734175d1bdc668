import { PRERENDERED_ATTRIBUTE, releaseSetSchema, TELEMETRY_TAG, type ReleaseSet, type ShellRelease } from '@atrium/releases/wire';
import * as v from 'valibot';
import { SiteProxyError } from '../errors.ts';

/** The data block with the release set. The site's server writes no `<` into it, so the next one ends it. */
const RELEASE_SET = /<script type="application\/json" id="atrium-release-set">([^<]*)<\/script>/;

/** Where tabs find the site's server; empty for the page's own origin. */
const API_BASE = /(<meta name="atrium-api-base" content=")([^"]*)(">)/;

/** Where tabs send telemetry. Builds that are verified or developed must not send any. */
const TELEMETRY = new RegExp(`<meta name="${TELEMETRY_TAG.name}"[^>]*>\\n?`);

/** The prerendered page of the site's own release. The gate lets no page have a `main` of its own. */
const PRERENDERED = new RegExp(`<main [^>]*${PRERENDERED_ATTRIBUTE}="[^]*?</main>`);

/** A tag of the head that loads or preloads something, with its URL. The server escapes `>` and `"` in attributes. */
const LOADING_TAG = /<(?:link|script)\b[^>]*\s(?:href|src)="([^"]*)"[^>]*>(?:<\/script>)?\n?/g;

/** Reads the release set of a document; null if it has none: it is not a site's document, or the site has no shell. @throws SiteProxyError for another version of a site */
export function readReleaseSet(html: string): ReleaseSet | null {
  const [, text] = RELEASE_SET.exec(html) ?? [];
  if (text === undefined) return null;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), releaseSetSchema), text);
  if (parsed.success) return parsed.output;
  throw new SiteProxyError(
    'other-site-version',
    'This page-kit does not support the version of the site. Ask the platform team which version of page-kit to install.',
  );
}

/** A change of a document. */
export interface DocumentChange {
  /** The document's own release set. */
  readonly from: ReleaseSet;
  readonly to: ReleaseSet;
  /** Folders on the site whose files change while they are developed; null outside of development. */
  readonly folders: readonly string[] | null;
}

/**
 * Replaces the release set of a document: the data that the shell reads, and the files that the document loads. The changed
 * document finds the site's server at its own URL, and sends no telemetry.
 */
export function changeDocument(html: string, { from, to, folders }: DocumentChange): string {
  const replaced = replacedFolders(from, to);
  const [, , apiBase = ''] = API_BASE.exec(html) ?? [];
  let shellTags = from.shell === to.shell ? '' : tagsOfShell(to.shell);
  const data = [dataBlock('atrium-release-set', to), ...(folders ? [dataBlock('atrium-development', { folders })] : [])].join('\n');
  return html
    .replace(LOADING_TAG, (tag: string, address: string) => {
      if (apiBase !== '' && address.startsWith(`${apiBase}/`)) return tag.replace(`${apiBase}/`, '/');
      if (!replaced.some((folder) => address.startsWith(folder))) return tag;
      const replacement = address.startsWith(from.shell.base) ? shellTags : '';
      if (replacement !== '') shellTags = '';
      return replacement;
    })
    // It may be of another release than the one that the changed document runs.
    .replace(PRERENDERED, '')
    .replace(API_BASE, '$1$3')
    .replace(TELEMETRY, '')
    .replace(RELEASE_SET, () => data);
}

/** Folders of the releases that the changed document no longer loads. */
function replacedFolders(from: ReleaseSet, to: ReleaseSet): string[] {
  const folders = from.shell === to.shell ? [] : [from.shell.base];
  if (from.auth && from.auth.release !== to.auth?.release) folders.push(from.auth.base);
  for (const { name, release, files } of from.pages) {
    const page = to.pages.find((one) => one.name === name);
    if (files && page?.release !== release) folders.push(files.base);
  }
  return folders;
}

function tagsOfShell({ base, initial, scripts, styles }: ShellRelease): string {
  const integrity = (sum: string | undefined) => (sum === undefined ? '' : ` integrity="${sum}" crossorigin="anonymous"`);
  const tags = [
    ...initial.styles.map((file) => `<link rel="stylesheet" href="${base}${file}"${integrity(styles[file])}>`),
    ...initial.scripts.map((file) => `<script src="${base}${file}" defer${integrity(scripts[file])}></script>`),
  ];
  return `${tags.join('\n')}\n`;
}

/** JSON without `<`, so that its content cannot end the block. */
function dataBlock(id: string, data: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`;
}

/** Sources to add to a Content-Security-Policy, by directive. */
type AdditionalSources = Readonly<Record<string, readonly string[]>>;

/**
 * Adds sources to existing directives of a Content-Security-Policy (CSP Level 3 §2.2). A missing directive is not added: that
 * would narrow the policy, or widen it further than intended.
 */
export function widenPolicy(policy: string, additions: AdditionalSources): string {
  return policy
    .split(';')
    .map((text) => {
      const [name = '', ...sources] = text.trim().split(/\s+/);
      const added = additions[name.toLowerCase()] ?? [];
      // 'none' must be the only source.
      const kept = added.length > 0 ? sources.filter((source) => source !== "'none'") : sources;
      return [name, ...new Set([...kept, ...added])].join(' ');
    })
    .filter((directive) => directive !== '')
    .join('; ');
}
