import type { SiteCanary } from './canary.ts';
import { isForDevelopment } from './development-files.ts';
import type { FileList } from './file-path.ts';
import type { PageFacts } from './page-facts.ts';
import type { Registry } from './registry.ts';
import type { ReleaseManifest } from './release-manifest.ts';
import type { AuthRelease, ReleaseDetails } from './release-details.ts';
import type { ReleaseListing } from './release-listing.ts';
import type { ListedPage, ReleaseSet, ShellRelease } from './release-set.ts';
import type { ReadManifest } from './release-store.ts';

/** A live release, or a canary, that could not be used, and why, for the platform team. */
export interface ResolutionProblem {
  readonly remote: string;
  readonly release: string;
  readonly problem: string;
}

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

/** The site, or null where no usable shell is there, and every live release that cannot be used. */
export interface Resolution {
  readonly site: LiveSite | null;
  readonly problems: readonly ResolutionProblem[];
}

/** Facts of page modules by name, from before: what is known of a module whose manifest cannot be read now. */
export type KnownFacts = ReadonlyMap<string, PageFacts>;

/** A remote whose pointers are set, with the manifests of its live release and of its canary as far as they are usable. */
interface Candidate {
  readonly name: string;
  readonly kind: ReleaseManifest['kind'];
  readonly live: string;
  readonly previous: string | null;
  readonly manifest: ReleaseManifest | string;
  readonly canary: { readonly release: string; readonly percent: number; readonly manifest: ReleaseManifest | string } | null;
}

/**
 * Resolves the registry. In the place of a release that cannot be used stands the previous one: at once for the shell
 * and the auth remote; for a page module the tab takes it, and says so, so it is listed without its files, with the facts
 * of the previous release or those known from before. What is left without any is not part of the site.
 */
export async function resolveSite(
  registry: Registry,
  readManifest: ReadManifest,
  knownFacts: KnownFacts = new Map(),
): Promise<Resolution> {
  const problems: ResolutionProblem[] = [];
  const languages = new Map<string, LanguageFiles>();
  const usable = async (name: string, release: string, kind: ReleaseManifest['kind']): Promise<ReleaseManifest | string> => {
    const manifest = await usableManifest(readManifest, name, release, kind);
    if (typeof manifest !== 'string' && manifest.languages) languages.set(languageKey(manifest), manifest.languages);
    return manifest;
  };
  const candidates = await Promise.all(
    Object.entries(registry.remotes).map(async ([name, { kind, live, previous, canary }]): Promise<Candidate | null> => {
      if (live === null) return null;
      const manifest = await usable(name, live, kind);
      const tried = canary && { ...canary, manifest: await usable(name, canary.release, kind) };
      return { name, kind, live, previous, manifest, canary: tried };
    }),
  );
  let shell: ShellRelease | null = null;
  let auth: LiveSite['auth'] = null;
  const pages: ListedPage[] = [];
  const canaries: SiteCanary[] = [];
  for (const candidate of candidates) {
    if (candidate === null) continue;
    const { name, kind, live, previous, manifest, canary } = candidate;
    if (typeof canary?.manifest === 'string') problems.push({ remote: name, release: canary.release, problem: `as canary: ${canary.manifest}` });
    else if (canary) canaries.push(siteCanary(canary.manifest, canary.percent, live));
    const problem = typeof manifest === 'string' ? manifest : null;
    if (problem !== null) problems.push({ remote: name, release: live, problem });
    const taken = problem === null ? manifest : previous && (await usable(name, previous, kind));
    const found = typeof taken === 'string' ? null : taken;
    if (kind === 'page-module') {
      const page = problem === null && found?.kind === 'page-module' ? listedPage(found, previous) : withoutFiles(candidate, found, knownFacts);
      if (page) pages.push(page);
    } else if (found?.kind === 'shell') {
      shell = shellRelease(found);
    } else if (found?.kind === 'auth-remote') {
      auth = { ...containerOf(found), previous: problem === null ? previous : null };
    }
  }
  return { site: shell && { revision: registry.revision, shell, auth, pages, canaries, languages }, problems };
}

/** The manifest, or what is wrong with it. */
async function usableManifest(
  readManifest: ReadManifest,
  name: string,
  release: string,
  kind: ReleaseManifest['kind'],
): Promise<ReleaseManifest | string> {
  const reading = await readManifest(name, release);
  if (reading.status === 'malformed') return reading.problem;
  if (reading.status === 'missing') return 'its manifest is not in the store';
  return reading.manifest.kind === kind ? reading.manifest : `it is registered as ${kind} and is a ${reading.manifest.kind}`;
}

/** A page module as documents name it, with its files. */
export function listedPage(manifest: PageManifest, previous: string | null): ListedPage {
  const { name, release, ...files } = containerOf(manifest);
  return { name, release, previous, facts: manifest.facts, files: { ...files, routes: manifest.routes } };
}

/** The live release stands in for a canary that will not load. */
function siteCanary(manifest: ReleaseManifest, percent: number, live: string): SiteCanary {
  const { name, release } = manifest;
  switch (manifest.kind) {
    case 'shell':
      return { name, release, percent, shell: shellRelease(manifest) };
    case 'auth-remote':
      return { name, release, percent, auth: { ...containerOf(manifest), previous: live } };
    case 'page-module':
      return { name, release, percent, page: listedPage(manifest, live) };
  }
}

function withoutFiles(
  { name, live, previous }: Candidate,
  stand: ReleaseManifest | null,
  knownFacts: KnownFacts,
): ListedPage | null {
  const facts = stand?.kind === 'page-module' ? stand.facts : knownFacts.get(name);
  return facts ? { name, release: live, previous, facts, files: null } : null;
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

function containerOf(manifest: Exclude<ReleaseManifest, ShellManifest>): AuthRelease {
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
