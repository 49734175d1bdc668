import type { AuthRelease, ListedPage, PageRelease, ReleaseSet, ShellRelease } from '@atrium/releases/wire';

const SUM = `sha384-${'A'.repeat(64)}`;

/** Ids that are easy to distinguish. */
export function id(letter: string): string {
  return letter.repeat(16);
}

/** A shell's release. */
export function shellRelease(release: string): ShellRelease {
  return {
    name: 'shell',
    release,
    base: `/releases/shell/${release}/`,
    scripts: { 'boot.js': SUM, 'main.js': SUM },
    styles: { 'main.css': SUM },
    initial: { scripts: ['boot.js', 'main.js'], styles: ['main.css'] },
  };
}

/** A release of the auth remote. */
export function authRelease(release: string): AuthRelease {
  return { ...container('auth', release), exposes: { './auth': { scripts: [], styles: [] } } };
}

/** A release of a page module with one route. */
export function pageRelease(name: string, release: string, path = `/${name}`): PageRelease {
  return {
    ...container(name, release),
    exposes: { './module': { scripts: [], styles: [] } },
    routes: { list: { scripts: [], styles: [] } },
    manifest: { name, contract: '^0.1', title: { en: name }, routes: { list: path }, navigation: [] },
    contributions: {},
  };
}

function container(name: string, release: string) {
  const entry = `entry.${release}.js`;
  return { name, release, base: `/releases/${name}/${release}/`, scripts: { [entry]: SUM }, styles: {}, entry, global: `atrium_${name}_${release}` };
}

/** A page module as the site lists it. */
export function listed({ name, release, manifest, contributions: _contributions, ...files }: PageRelease, previous: string | null = null): ListedPage {
  return { name, release, previous, manifest, files };
}

/** The release set of a small site. */
export function releaseSet(pages: readonly ListedPage[]): ReleaseSet {
  return {
    schema: 3,
    revision: 7,
    shell: shellRelease(id('s')),
    auth: { ...authRelease(id('a')), previous: id('b') },
    pages: [...pages],
    complete: true,
  };
}
