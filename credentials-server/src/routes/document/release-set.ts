import { releaseKey } from '@atrium/releases/model';
import type { LanguageFiles, LiveSite } from '@atrium/releases/resolve';
import { DEFAULT_ORDER, HEADER_ENTRIES, type ListedPage, type ReleaseSet } from '@atrium/releases/wire';
import type { PageOfPath } from './page-of-path.ts';

/** Up to this many page modules, a document names all of them, which saves small sites a request. */
const MAX_MODULES_OF_SMALL_SITE = 4;

/**
 * The release set that a document contains. Its size must not grow with the number of page modules: for a bigger site it
 * has the module of the path, and the first few of the menu. Tabs fetch the rest later.
 *
 * Only the module of the path has its files: each hash is 48 bytes that no compression makes smaller, and a site has
 * more modules than the first screen needs. A page of the shell may need any of them first, such as the cards of the home page, so
 * there the modules of a small site have their files.
 *
 * It contains only texts in the document's language: a tab never changes its language, and the hash of each further text file
 * would not compress.
 *
 * @param previewed a module that is always included, because the live listing does not have its previewed release
 */
export function embeddedReleaseSet(site: LiveSite, target: PageOfPath | null, previewed: string | null, language: string): ReleaseSet {
  const { revision, shell, auth, pages, languages } = site;
  const isSmall = pages.length <= MAX_MODULES_OF_SMALL_SITE;
  const inLanguage = <Release extends WithScripts>(name: string, release: string, files: Release): Release =>
    withoutOtherLanguages(files, languages.get(releaseKey(name, release)) ?? {}, language);
  return {
    schema: 3,
    revision,
    shell: inLanguage(shell.name, shell.release, shell),
    auth: auth && inLanguage(auth.name, auth.release, auth),
    pages: (isSmall ? pages : firstPages(pages, target, previewed)).map(({ name, release, files, manifest, ...page }) => ({
      ...page,
      name,
      release,
      manifest: manifestInLanguage(manifest, language),
      files: files && (name === target?.page.name || (isSmall && target === null)) ? inLanguage(name, release, files) : null,
    })),
    complete: isSmall,
  };
}

function firstPages(pages: readonly ListedPage[], target: PageOfPath | null, previewed: string | null): ListedPage[] {
  const menu = new Set([...firstOfMenu(pages, 'signed-in'), ...firstOfMenu(pages, 'signed-out')]);
  return pages.filter((page) => page === target?.page || menu.has(page) || page.name === previewed);
}

/** The modules of the first menu entries for a visitor. */
function firstOfMenu(pages: readonly ListedPage[], visitor: 'signed-in' | 'signed-out'): ListedPage[] {
  return pages
    .flatMap((page) => page.manifest.navigation.map(({ requires = visitor, order = DEFAULT_ORDER }) => ({ page, requires, order })))
    .filter(({ requires }) => requires === visitor)
    .sort((one, other) => one.order - other.order)
    .slice(0, HEADER_ENTRIES)
    .map(({ page }) => page);
}

interface WithScripts {
  readonly scripts: { readonly [path: string]: string };
}

/** Drops the files that contain only texts of other languages. A language with several scripts may share some with pages. */
function withoutOtherLanguages<Release extends WithScripts>(release: Release, files: LanguageFiles, language: string): Release {
  const others = Object.entries(files).filter(([tag]) => tag !== language);
  const dropped = new Set(others.flatMap(([, { scripts }]) => (scripts.length === 1 ? scripts : [])));
  return { ...release, scripts: Object.fromEntries(Object.entries(release.scripts).filter(([path]) => !dropped.has(path))) };
}

/** The manifest without the groups of menu entries: only the panel of the menu shows them, and it asks for the listing. */
function manifestInLanguage(manifest: ListedPage['manifest'], language: string): ListedPage['manifest'] {
  return {
    ...manifest,
    title: textInLanguage(manifest.title, language),
    navigation: manifest.navigation.map(({ group: _group, ...entry }) => ({ ...entry, label: textInLanguage(entry.label, language) })),
  };
}

/** The text in one language. If it has no translation, all languages stay, and the shell chooses one. */
function textInLanguage(text: { readonly [tag: string]: string }, language: string): { [tag: string]: string } {
  const translation = text[language];
  return translation === undefined ? { ...text } : { [language]: translation };
}
