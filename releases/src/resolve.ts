import type { Registry } from './registry.ts';
import type { ReleaseManifest } from './release-manifest.ts';
import type { AuthRelease, PageRelease, ReleaseSet, ShellRelease } from './release-set.ts';
import type { ReadManifest } from './release-store.ts';

/** A remote that could not be taken into a release set, and why, for the platform team. */
export interface ResolutionProblem {
  readonly remote: string;
  readonly release: string;
  readonly problem: string;
}

/** A release set, or null where no usable shell is live, and every remote that had to be left out. */
export interface Resolution {
  readonly releaseSet: ReleaseSet | null;
  readonly problems: readonly ResolutionProblem[];
}

/**
 * Resolves the registry to the release set of a tab. A remote that cannot be used is left out and reported, and the
 * site goes on without it; without the shell there is no site.
 */
export async function resolveReleaseSet(registry: Registry, readManifest: ReadManifest): Promise<Resolution> {
  const problems: ResolutionProblem[] = [];
  let shell: ShellRelease | null = null;
  let auth: AuthRelease | null = null;
  const pages: PageRelease[] = [];

  const remotes = Object.entries(registry.remotes).flatMap(([name, { kind, live }]) =>
    live === null ? [] : [[name, { kind, live }] as const],
  );
  const readings = await Promise.all(remotes.map(([name, { live }]) => readManifest(name, live)));
  for (const [index, [name, { kind, live }]] of remotes.entries()) {
    const reading = readings[index];
    if (reading?.status !== 'ok') {
      const problem = reading?.status === 'malformed' ? reading.problem : 'its manifest is not in the store';
      problems.push({ remote: name, release: live, problem });
      continue;
    }
    const { manifest } = reading;
    if (manifest.kind !== kind) {
      problems.push({ remote: name, release: live, problem: `it is registered as ${kind} and is a ${manifest.kind}` });
    } else if (manifest.kind === 'shell') {
      shell = { ...releaseOf(manifest), initial: manifest.initial };
    } else if (manifest.kind === 'auth-remote') {
      auth = containerOf(manifest);
    } else {
      pages.push({ ...containerOf(manifest), routes: manifest.routes, facts: manifest.facts });
    }
  }
  if (shell === null) return { releaseSet: null, problems };
  return { releaseSet: { schema: 1, revision: registry.revision, shell, auth, pages }, problems };
}

type ContainerManifest = Exclude<ReleaseManifest, { kind: 'shell' }>;

function containerOf(manifest: ContainerManifest): AuthRelease {
  const { entry, global, exposes } = manifest;
  return { ...releaseOf(manifest), entry, global, exposes };
}

function releaseOf(manifest: ReleaseManifest): Omit<ShellRelease, 'initial'> {
  const { name, release } = manifest;
  return {
    name,
    release,
    base: releaseBase(name, release),
    scripts: integrityOf(manifest, /\.m?js$/),
    styles: integrityOf(manifest, /\.css$/),
  };
}

function integrityOf({ files }: ReleaseManifest, wanted: RegExp): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [path, { integrity }] of Object.entries(files)) if (wanted.test(path)) found[path] = integrity;
  return found;
}

/** The address of a release's folder on the site: an absolute path with a trailing slash. */
export function releaseBase(name: string, release: string): string {
  return `/releases/${name}/${release}/`;
}
