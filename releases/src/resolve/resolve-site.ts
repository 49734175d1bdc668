import { releaseKey } from '../model/identity.ts';
import type { ModuleManifest } from '../model/module-manifest.ts';
import type { Registry } from '../model/registry.ts';
import type { ReadManifest, ReleaseManifest } from '../model/release-manifest.ts';
import { divideManifest, type Contributions } from '../wire/contributions.ts';
import type { ListedPage, ShellRelease } from '../wire/release-set.ts';
import { containerOf, listedPage, shellRelease, type LanguageFiles, type LiveSite, type PrerenderedFiles, type SiteCanary } from './live-site.ts';

/** A live release or a canary that cannot be used, and why, for the platform team. */
export interface ResolutionProblem {
  readonly remote: string;
  readonly release: string;
  /** The problem in English. */
  readonly problem: string;
  readonly code: ProblemCode;
  /** Whether it is the canary, so that visitors get the live release. */
  readonly canary?: true;
}

/** The manifest is not in the store, cannot be used, or is of another kind than the registry says. */
type ProblemCode = 'missing' | 'malformed' | 'other-kind';

/** The problem with a release's manifest. */
type ManifestProblem = Pick<ResolutionProblem, 'problem' | 'code'>;

/** The site, or null without a usable shell, and every release that cannot be used. */
export interface Resolution {
  readonly site: LiveSite | null;
  readonly problems: readonly ResolutionProblem[];
}

/** The last known manifests of page modules, by name, for modules whose release manifest cannot be read now. */
type KnownManifests = ReadonlyMap<string, ModuleManifest>;

/** A live remote. `manifest` is a manifest, or the problem with it. */
interface Candidate {
  readonly name: string;
  readonly kind: ReleaseManifest['kind'];
  readonly live: string;
  readonly previous: string | null;
  readonly manifest: ReleaseManifest | ManifestProblem;
  readonly canary: { readonly release: string; readonly percent: number; readonly manifest: ReleaseManifest | ManifestProblem } | null;
}

/**
 * Resolves the registry to a site. If a release cannot be used, the previous one replaces it: here for the shell and the
 * auth remote, but in the tab for a page module, so that the tab can say so. Such a module is listed without its files,
 * with the module manifest of its previous release or the last known one. Without either, it is not part of the site.
 */
export async function resolveSite(
  registry: Registry,
  readManifest: ReadManifest,
  knownManifests: KnownManifests = new Map(),
): Promise<Resolution> {
  const problems: ResolutionProblem[] = [];
  const languages = new Map<string, LanguageFiles>();
  const prerendered = new Map<string, PrerenderedFiles>();
  const contributions = new Map<string, Contributions>();
  const usable = async (name: string, release: string, kind: ReleaseManifest['kind']): Promise<ReleaseManifest | ManifestProblem> => {
    const manifest = await usableManifest(readManifest, name, release, kind);
    if ('problem' in manifest) return manifest;
    if (manifest.languages) languages.set(releaseKey(name, release), manifest.languages);
    if (manifest.kind === 'page-module') {
      if (manifest.prerendered) prerendered.set(releaseKey(name, release), manifest.prerendered);
      const { contributions: own } = divideManifest(manifest.moduleManifest);
      if (Object.keys(own).length > 0) contributions.set(releaseKey(name, release), own);
    }
    return manifest;
  };
  const candidates = await Promise.all(
    Object.entries(registry.remotes).map(async ([name, { kind, live, previous, canary }]): Promise<Candidate | null> => {
      if (live === null) return null;
      const manifest = await usable(name, live, kind);
      const usableCanary = canary && { ...canary, manifest: await usable(name, canary.release, kind) };
      return { name, kind, live, previous, manifest, canary: usableCanary };
    }),
  );
  let shell: ShellRelease | null = null;
  let auth: LiveSite['auth'] = null;
  const pages: ListedPage[] = [];
  const canaries: SiteCanary[] = [];
  for (const candidate of candidates) {
    if (candidate === null) continue;
    const { name, kind, live, previous, manifest, canary } = candidate;
    if (canary) {
      const { release, percent, manifest: tried } = canary;
      if ('problem' in tried) problems.push({ ...tried, remote: name, release, canary: true });
      else canaries.push(siteCanary(tried, percent, live));
    }
    const problem = 'problem' in manifest ? manifest : null;
    if (problem !== null) problems.push({ ...problem, remote: name, release: live });
    const chosen = problem === null ? manifest : previous && (await usable(name, previous, kind));
    const found = chosen && !('problem' in chosen) ? chosen : null;
    if (kind === 'page-module') {
      const page = problem === null && found?.kind === 'page-module' ? listedPage(found, previous) : withoutFiles(candidate, found, knownManifests);
      if (page) pages.push(page);
    } else if (found?.kind === 'shell') {
      shell = shellRelease(found);
    } else if (found?.kind === 'auth-remote') {
      auth = { ...containerOf(found), previous: problem === null ? previous : null };
    }
  }
  return { site: shell && { revision: registry.revision, shell, auth, pages, canaries, contributions, languages, prerendered }, problems };
}

/** The manifest, or the problem with it. */
async function usableManifest(
  readManifest: ReadManifest,
  name: string,
  release: string,
  kind: ReleaseManifest['kind'],
): Promise<ReleaseManifest | ManifestProblem> {
  const reading = await readManifest(name, release);
  if (reading.status === 'malformed') return { code: 'malformed', problem: reading.problem };
  if (reading.status === 'missing') return { code: 'missing', problem: 'its manifest is not in the store' };
  return reading.manifest.kind === kind ? reading.manifest : { code: 'other-kind', problem: `it is registered as ${kind} and is a ${reading.manifest.kind}` };
}

/** The live release is the fallback for a canary that does not load. */
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
  found: ReleaseManifest | null,
  knownManifests: KnownManifests,
): ListedPage | null {
  const manifest = found?.kind === 'page-module' ? found.moduleManifest : knownManifests.get(name);
  return manifest ? { name, release: live, previous, manifest: divideManifest(manifest).listed, files: null } : null;
}
