import type { ReleaseSet, RemoteRelease, ShellRelease } from '@atrium/releases/release-set';
import type { PageOfPath } from './page-of-path.ts';

/** A file that the first screen needs. */
export interface FirstFile {
  readonly address: string;
  readonly integrity: string;
  readonly kind: 'script' | 'style';
}

function firstFile(release: ShellRelease | RemoteRelease, path: string, kind: FirstFile['kind']): FirstFile[] {
  const sums = kind === 'script' ? release.scripts : release.styles;
  const integrity = sums[path];
  // The manifest's schema saw to it that each named file is there; without integrity it would not be run anyway.
  return integrity === undefined ? [] : [{ address: `${release.base}${path}`, integrity, kind }];
}

function filesOf(
  release: ShellRelease | RemoteRelease,
  lists: readonly ({ scripts: readonly string[]; styles: readonly string[] } | undefined)[],
): FirstFile[] {
  return lists.flatMap((list) => [
    ...(list?.scripts ?? []).flatMap((path) => firstFile(release, path, 'script')),
    ...(list?.styles ?? []).flatMap((path) => firstFile(release, path, 'style')),
  ]);
}

/** What the document itself loads: the shell. */
export function shellFiles({ shell }: ReleaseSet): FirstFile[] {
  return filesOf(shell, [shell.initial]);
}

/**
 * What the shell needs next (design §6, Boot): the sign-in, and the page module of the path with that page's own files.
 * A remote's chunks stand before its entry: they wait for it in a list, and it finds them there when it runs, instead
 * of asking for them again.
 */
export function firstScreenFiles({ auth }: ReleaseSet, target: PageOfPath | null): FirstFile[] {
  const files: FirstFile[] = [];
  if (auth !== null) files.push(...filesOf(auth, [auth.exposes['./auth']]), ...firstFile(auth, auth.entry, 'script'));
  if (target !== null) {
    const { page, route } = target;
    files.push(...filesOf(page, [page.exposes['./module'], page.routes[route]]));
    files.push(...firstFile(page, page.entry, 'script'));
  }
  return [...new Map(files.map((file) => [file.address, file])).values()];
}
