import { isForDevelopment, type FileList } from '../model/files.ts';
import type { GateFinding } from '../model/gate-check.ts';
import type { ReleaseManifest } from '../model/release-manifest.ts';

/** Limit for the files that load before a page renders, in bytes without compression. */
const FIRST_LOAD_BUDGET = 1_000_000;

/** Limit for all files of a release in bytes, without those that visitors never load. */
const RELEASE_BUDGET = 20_000_000;

/** Checks the size budgets. They are generous: they find files that were included by mistake. */
export function sizeFindings(manifest: ReleaseManifest): GateFinding[] {
  const findings: GateFinding[] = [];
  for (const { what, lists } of firstLoads(manifest)) {
    const paths = new Set([manifest.entry, ...lists.flatMap(({ scripts, styles }) => [...scripts, ...styles])]);
    const bytes = bytesOf(manifest, [...paths]);
    if (bytes > FIRST_LOAD_BUDGET) {
      findings.push(finding(`${what} loads ${kilobytes(bytes)} before it renders, and ${kilobytes(FIRST_LOAD_BUDGET)} are allowed: load the rest later`));
    }
  }
  const all = bytesOf(manifest, Object.keys(manifest.files).filter((path) => isForVisitors(manifest, path)));
  if (all > RELEASE_BUDGET) {
    findings.push(finding(`it has ${kilobytes(all)} of files, and ${kilobytes(RELEASE_BUDGET)} are allowed: keep large files elsewhere, such as in Supabase Storage`));
  }
  return findings;
}

function isForVisitors({ kind }: ReleaseManifest, path: string): boolean {
  return !path.endsWith('.map') && !(kind === 'shell' && isForDevelopment(path));
}

function firstLoads(manifest: ReleaseManifest): { readonly what: string; readonly lists: readonly FileList[] }[] {
  if (manifest.kind === 'shell') return [{ what: 'the shell', lists: [manifest.initial] }];
  if (manifest.kind === 'auth-remote') return [{ what: './auth', lists: listsOf(manifest.exposes['./auth']) }];
  return Object.entries(manifest.routes).map(([route, list]) => ({
    what: `the route ${route}`,
    lists: [...listsOf(manifest.exposes['./module']), list],
  }));
}

function listsOf(list: FileList | undefined): FileList[] {
  return list === undefined ? [] : [list];
}

function bytesOf({ files }: ReleaseManifest, paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + (files[path]?.bytes ?? 0), 0);
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`;
}

function finding(message: string): GateFinding {
  return { check: 'size', message };
}
