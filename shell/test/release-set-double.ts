import type { AuthRelease, ListedPage, PageRelease, ReleaseSet } from '@atrium/releases/wire';

/** A well-formed hash; jsdom does not check it. */
export const INTEGRITY = `sha384-${'A'.repeat(64)}`;

/** A release of a remote. */
export function remote(name: string, release: string): AuthRelease {
  return {
    name,
    release,
    base: `/releases/${name}/${release}/`,
    entry: 'entry.js',
    global: `atrium_${name}_${release}`,
    scripts: { 'entry.js': INTEGRITY, 'page.js': INTEGRITY },
    styles: { 'page.css': INTEGRITY },
    exposes: {},
  };
}

/** The release of a page module with one page. */
export function pageRelease(name: string, release = 'aaaabbbbccccdddd'): PageRelease {
  return {
    ...remote(name, release),
    routes: {},
    manifest: { name, contract: '^0.1', title: { en: name }, routes: { main: `/${name}` }, navigation: [] },
    contributions: {},
  };
}

/** A page module with its files, as a document names it. */
export function listedPage(name: string, release?: string, previous: string | null = null): ListedPage {
  const { manifest, ...files } = pageRelease(name, release);
  return { name: files.name, release: files.release, previous, manifest, files: filesOf(files) };
}

function filesOf({ base, scripts, styles, entry, global, exposes, routes }: Omit<PageRelease, 'manifest'>): ListedPage['files'] {
  return { base, scripts, styles, entry, global, exposes, routes };
}

/** A release set of the shell, the auth remote and these page modules. */
export function releaseSet(
  pages: readonly ListedPage[],
  auth: ReleaseSet['auth'] = { ...remote('auth', 'eeeeffff22223333'), previous: null },
): ReleaseSet {
  return {
    schema: 3,
    revision: 7,
    shell: {
      name: 'shell',
      release: '2222333344445555',
      base: '/releases/shell/2222333344445555/',
      scripts: { 'main.js': INTEGRITY },
      styles: {},
      initial: { scripts: ['main.js'], styles: [] },
    },
    auth,
    pages: [...pages],
    complete: true,
  };
}
