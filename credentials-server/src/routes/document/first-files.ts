import type { ReleaseSet, ShellRelease } from '@atrium/releases/wire';
import { releaseKey } from '@atrium/releases/model';
import type { LiveSite } from '@atrium/releases/resolve';
import type { PageOfPath } from './page-of-path.ts';

/** A file that the first screen needs. */
export interface FirstFile {
  readonly address: string;
  readonly integrity: string;
  readonly kind: 'script' | 'style';
}

type Files = Pick<ShellRelease, 'base' | 'scripts' | 'styles'>;

function firstFile(release: Files, path: string, kind: FirstFile['kind']): FirstFile[] {
  const integrities = kind === 'script' ? release.scripts : release.styles;
  const integrity = integrities[path];
  // The manifest's schema guarantees that each named file exists. Without integrity, browsers would refuse it anyway.
  return integrity === undefined ? [] : [{ address: `${release.base}${path}`, integrity, kind }];
}

function filesOf(
  release: Files,
  lists: readonly ({ scripts: readonly string[]; styles: readonly string[] } | undefined)[],
): FirstFile[] {
  return lists.flatMap((list) => [
    ...(list?.scripts ?? []).flatMap((path) => firstFile(release, path, 'script')),
    ...(list?.styles ?? []).flatMap((path) => firstFile(release, path, 'style')),
  ]);
}

/** The shell's files, which the document itself loads. */
interface ShellFiles {
  readonly styles: readonly FirstFile[];
  /** The shell's first script, which runs the remotes' entries. */
  readonly boot: readonly FirstFile[];
  /** Its other scripts. They run last, but are requested first because they are the largest. */
  readonly main: readonly FirstFile[];
}

/** Sorts the shell's files by when they run. */
export function shellFiles({ shell }: ReleaseSet): ShellFiles {
  const files = filesOf(shell, [shell.initial]);
  const scripts = files.filter(({ kind }) => kind === 'script');
  return { styles: files.filter(({ kind }) => kind === 'style'), boot: scripts.slice(0, 1), main: scripts.slice(1) };
}

/**
 * The files that the shell needs next: the sign-in's, and those of the path's page module and page. The shell runs them
 * itself, so that a file that hangs blocks neither the others nor the shell.
 */
export function firstScreenFiles({ auth }: Pick<ReleaseSet, 'auth'>, target: PageOfPath | null): FirstFile[] {
  const files: FirstFile[] = [];
  if (auth !== null) files.push(...firstFile(auth, auth.entry, 'script'), ...filesOf(auth, [auth.exposes['./auth']]));
  const page = target?.page.files;
  if (page) {
    files.push(...firstFile(page, page.entry, 'script'));
    files.push(...filesOf(page, [page.exposes['./module'], page.routes[target.route]]));
  }
  return [...new Map(files.map((file) => [file.address, file])).values()];
}

/** The files with the translated texts of the first screen: the shell's, the sign-in's and the page's. */
export function languageFiles(
  { shell, auth }: ReleaseSet,
  target: PageOfPath | null,
  languages: LiveSite['languages'],
  language: string,
): FirstFile[] {
  const page = target?.page;
  const releases = [shell, ...(auth ? [auth] : []), ...(page?.files ? [{ ...page.files, name: page.name, release: page.release }] : [])];
  return releases.flatMap((release) => filesOf(release, [languages.get(releaseKey(release.name, release.release))?.[language]]));
}
