import { isForDevelopment, type FileList } from '../model/files.ts';
import { releaseKey } from '../model/identity.ts';
import type { ReleaseManifest } from '../model/release-manifest.ts';
import { divideManifest, type ContributionListing, type Contributions } from '../wire/contributions.ts';
import type { AuthRelease, ReleaseDetails, ReleaseListing } from '../wire/release-responses.ts';
import type { ListedPage, ReleaseSet, ShellRelease } from '../wire/release-set.ts';

/** The whole site as it is now, with the files of every page module whose manifest can be read. */
export interface LiveSite {
  readonly revision: number;
  readonly shell: ShellRelease;
  readonly auth: ReleaseSet['auth'];
  readonly pages: readonly ListedPage[];
  /** What some visitors get instead. */
  readonly canaries: readonly SiteCanary[];
  /** What page modules contribute to pages of others, by {@link releaseKey}, without modules that contribute nothing. */
  readonly contributions: ReadonlyMap<string, Contributions>;
  /** The files with texts in other languages than English, by {@link releaseKey}. */
  readonly languages: ReadonlyMap<string, LanguageFiles>;
  /** The files with the HTML of prerendered routes, by {@link releaseKey}. */
  readonly prerendered: ReadonlyMap<string, PrerenderedFiles>;
}

/** A canary: the share of visitors that get it, and what replaces the live release for them. */
export type SiteCanary = {
  readonly name: string;
  readonly release: string;
  readonly percent: number;
} & (
  | { readonly shell: ShellRelease }
  | { readonly auth: NonNullable<ReleaseSet['auth']> }
  | { readonly page: ListedPage }
);

/** The files of each language, by its tag. */
export type LanguageFiles = Readonly<Record<string, FileList>>;

/** The file with the HTML of each prerendered route, by route key and language tag. */
export type PrerenderedFiles = Readonly<Record<string, Readonly<Record<string, string>>>>;

type PageManifest = Extract<ReleaseManifest, { kind: 'page-module' }>;
type ShellManifest = Extract<ReleaseManifest, { kind: 'shell' }>;

/** A page module's entry in a document, with its files. */
export function listedPage(manifest: PageManifest, previous: string | null): ListedPage {
  const { name, release, ...files } = containerOf(manifest);
  return { name, release, previous, manifest: divideManifest(manifest.moduleManifest).listed, files: { ...files, routes: manifest.routes } };
}

/** The contributions of every page module, also of those without any: tabs request the details of releases that it lacks. */
export function contributionListing({ pages, contributions }: LiveSite): ContributionListing {
  return {
    schema: 1,
    modules: pages.map(({ name, release }) => ({ name, release, contributions: contributions.get(releaseKey(name, release)) ?? {} })),
  };
}

/** The listing for open tabs: every page module, without files. */
export function releaseListing({ revision, shell, auth, pages }: LiveSite): ReleaseListing {
  return {
    schema: 3,
    revision,
    shell: shell.release,
    auth: auth?.release ?? null,
    pages: pages.map((page) => ({ ...page, files: null })),
  };
}

/** The data to load a release. Null for the shell, which only a document loads. */
export function releaseDetails(manifest: ReleaseManifest): ReleaseDetails | null {
  switch (manifest.kind) {
    case 'shell':
      return null;
    case 'auth-remote':
      return containerOf(manifest);
    case 'page-module': {
      const { listed, contributions } = divideManifest(manifest.moduleManifest);
      const { routes, slotProps } = manifest;
      return { ...containerOf(manifest), routes, manifest: listed, contributions, ...(slotProps && { slotProps }) };
    }
  }
}

/** The shell's entry in a document. */
export function shellRelease(manifest: ShellManifest): ShellRelease {
  const isForVisitors = (path: string) => !isForDevelopment(path);
  return { ...releaseOf(manifest, isForVisitors), initial: manifest.initial };
}

/**
 * The entry of a shell's development build in a document.
 *
 * @param initial the files that the document loads
 */
export function developmentShell(manifest: ShellManifest, initial: FileList): ShellRelease {
  return { ...releaseOf(manifest, isForDevelopment), initial };
}

/** The data to load a container. */
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

/** The path of a release's folder on the site, with a trailing slash. */
export function releaseBase(name: string, release: string): string {
  return `/releases/${name}/${release}/`;
}
