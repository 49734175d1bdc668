import type { AuthRelease, PageRelease, ReleaseSet } from '@atrium/releases/release-set';

/** A hash of the right form; jsdom does not check it. */
export const INTEGRITY = `sha384-${'A'.repeat(64)}`;

function remote(name: string, release: string): AuthRelease {
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
    facts: { name, contract: '^0.1', title: { en: name }, routes: { main: `/${name}` }, navigation: [] },
  };
}

/** A release set of the shell, the auth remote and these page modules. */
export function releaseSet(pages: readonly PageRelease[], auth: AuthRelease | null = remote('auth', 'eeeeffff22223333')): ReleaseSet {
  return {
    schema: 1,
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
  };
}
