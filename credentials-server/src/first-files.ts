import type { ReleaseSet, ShellRelease } from '@atrium/releases/release-set';
import { languageKey, type LiveSite } from '@atrium/releases/live-site';
import type { PageOfPath } from './page-of-path.ts';

/** A file that the first screen needs. */
export interface FirstFile {
  readonly address: string;
  readonly integrity: string;
  readonly kind: 'script' | 'style';
}

type Files = Pick<ShellRelease, 'base' | 'scripts' | 'styles'>;

function firstFile(release: Files, path: string, kind: FirstFile['kind']): FirstFile[] {
  const sums = kind === 'script' ? release.scripts : release.styles;
  const integrity = sums[path];
  // The manifest's schema saw to it that each named file is there; without integrity it would not be run anyway.
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

/** What the document itself loads: the shell. */
export interface ShellFiles {
  readonly styles: readonly FirstFile[];
  /** The shell's first script, which runs the remotes' entries. */
  readonly boot: readonly FirstFile[];
  /** Its other scripts. They are the largest, so they have to be asked for first, though they run last. */
  readonly main: readonly FirstFile[];
}

/** Sorts the shell's files by when they run. */
export function shellFiles({ shell }: ReleaseSet): ShellFiles {
  const files = filesOf(shell, [shell.initial]);
  const scripts = files.filter(({ kind }) => kind === 'script');
  return { styles: files.filter(({ kind }) => kind === 'style'), boot: scripts.slice(0, 1), main: scripts.slice(1) };
}

/**
 * What the shell needs next (design §6, Boot): the sign-in, and the page module of the path with that page's own files.
 * The shell runs them itself, so that none that hangs can stop the others or the shell.
 */
export function firstScreenFiles({ auth }: ReleaseSet, target: PageOfPath | null): FirstFile[] {
  const files: FirstFile[] = [];
  if (auth !== null) files.push(...firstFile(auth, auth.entry, 'script'), ...filesOf(auth, [auth.exposes['./auth']]));
  const page = target?.page.files;
  if (page) {
    files.push(...firstFile(page, page.entry, 'script'));
    files.push(...filesOf(page, [page.exposes['./module'], page.routes[target.route]]));
  }
  return [...new Map(files.map((file) => [file.address, file])).values()];
}

/** The texts of the first screen in a language that is not English: the shell's, the sign-in's and the page's. */
export function languageFiles(
  { shell, auth }: ReleaseSet,
  target: PageOfPath | null,
  languages: LiveSite['languages'],
  language: string,
): FirstFile[] {
  const page = target?.page;
  const releases = [shell, ...(auth ? [auth] : []), ...(page?.files ? [{ ...page.files, name: page.name, release: page.release }] : [])];
  return releases.flatMap((release) => filesOf(release, [languages.get(languageKey(release))?.[language]]));
}
