import { isForDevelopment, type FileList } from '../model/files.ts';
import type { ReleaseManifest } from '../model/release-manifest.ts';
import type { AuthRelease, ReleaseDetails, ReleaseListing } from '../wire/release-answers.ts';
import type { ListedPage, ReleaseSet, ShellRelease } from '../wire/release-set.ts';

/** What the whole site is made of now; every page module with its files, as far as they can be had. */
export interface LiveSite {
  readonly revision: number;
  readonly shell: ShellRelease;
  readonly auth: ReleaseSet['auth'];
  readonly pages: readonly ListedPage[];
  /** What some of the visitors get in the place of it. */
  readonly canaries: readonly SiteCanary[];
  /** The files of texts that are not English, by {@link languageKey}; tabs find them by themselves. */
  readonly languages: ReadonlyMap<string, LanguageFiles>;
}

/** What each language needs, by its tag. */
export type LanguageFiles = Readonly<Record<string, FileList>>;

/** Names a release in {@link LiveSite.languages}. */
export function languageKey({ name, release }: { readonly name: string; readonly release: string }): string {
  return `${name}/${release}`;
}

/** A page module as documents name it, with its files. */
export function listedPage(manifest: PageManifest, previous: string | null): ListedPage {
  const { name, release, ...files } = containerOf(manifest);
  return { name, release, previous, facts: manifest.facts, files: { ...files, routes: manifest.routes } };
}

/** What the site's server tells open tabs: everything, and the files of nothing. */
export function releaseListing({ revision, shell, auth, pages }: LiveSite): ReleaseListing {
  return {
    schema: 2,
    revision,
    shell: shell.release,
    auth: auth?.release ?? null,
    pages: pages.map((page) => ({ ...page, files: null })),
  };
}

/** What it takes to load a release; null for the shell's, which only a document loads. */
export function releaseDetails(manifest: ReleaseManifest): ReleaseDetails | null {
  switch (manifest.kind) {
    case 'shell':
      return null;
    case 'auth-remote':
      return containerOf(manifest);
    case 'page-module':
      return { ...containerOf(manifest), routes: manifest.routes, facts: manifest.facts };
  }
}

/** The manifest of a page module. */
export type PageManifest = Extract<ReleaseManifest, { kind: 'page-module' }>;

/** The manifest of a shell. */
export type ShellManifest = Extract<ReleaseManifest, { kind: 'shell' }>;

/** What a document loads of a shell. */
export function shellRelease(manifest: ShellManifest): ShellRelease {
  const ofVisitors = (path: string) => !isForDevelopment(path);
  return { ...releaseOf(manifest, ofVisitors), initial: manifest.initial };
}

/**
 * The development build in a shell's release, in the form of a shell's release.
 *
 * @param initial what a document loads of it
 */
export function developmentShell(manifest: ShellManifest, initial: FileList): ShellRelease {
  return { ...releaseOf(manifest, isForDevelopment), initial };
}

export function containerOf(manifest: Exclude<ReleaseManifest, ShellManifest>): AuthRelease {
  const { entry, global, exposes } = manifest;
  return { ...releaseOf(manifest), entry, global, exposes };
}

function releaseOf(manifest: ReleaseManifest, belongs = (_path: string) => true): Omit<ShellRelease, 'initial'> {
  const { name, release } = manifest;
  return {
    name,
    release,
    base: releaseBase(name, release),
    scripts: integrityOf(manifest, (path) => belongs(path) && /\.m?js$/.test(path)),
    styles: integrityOf(manifest, (path) => belongs(path) && path.endsWith('.css')),
  };
}

function integrityOf({ files }: ReleaseManifest, wanted: (path: string) => boolean): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [path, { integrity }] of Object.entries(files)) if (wanted(path)) found[path] = integrity;
  return found;
}

/** The address of a release's folder on the site: an absolute path with a trailing slash. */
export function releaseBase(name: string, release: string): string {
  return `/releases/${name}/${release}/`;
}

/** A canary of the site: which part of the visitors gets it, and what stands in the place of the live release for them. */
export type SiteCanary = {
  readonly name: string;
  readonly release: string;
  readonly percent: number;
} & (
  | { readonly shell: ShellRelease }
  | { readonly auth: NonNullable<ReleaseSet['auth']> }
  | { readonly page: ListedPage }
);
