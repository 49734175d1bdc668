import type { ListedPage, ReleaseSet } from '@atrium/releases/release-set';
import { languageKey, type LanguageFiles, type LiveSite } from '@atrium/releases/live-site';

/**
 * The release set without what is of other languages than the document's: a tab stays in one language, and each file
 * of texts is named with its integrity, which does not compress.
 */
export function inOneLanguage({ shell, auth, pages, ...set }: ReleaseSet, languages: LiveSite['languages'], language: string): ReleaseSet {
  const own = <Release extends WithScripts>(name: string, release: string, files: Release): Release =>
    withoutScripts(files, textsInOthers(languages.get(languageKey({ name, release })) ?? {}, language));
  return {
    ...set,
    shell: own(shell.name, shell.release, shell),
    auth: auth && own(auth.name, auth.release, auth),
    pages: pages.map(({ name, release, files, facts, ...page }) => ({
      ...page,
      name,
      release,
      facts: factsIn(facts, language),
      files: files && own(name, release, files),
    })),
  };
}

interface WithScripts {
  readonly scripts: { readonly [path: string]: string };
}

function withoutScripts<Files extends WithScripts>(files: Files, dropped: ReadonlySet<string>): Files {
  return { ...files, scripts: Object.fromEntries(Object.entries(files.scripts).filter(([path]) => !dropped.has(path))) };
}

/** Files of texts alone. Of a language that needs several, some can be those of pages, too. */
function textsInOthers(files: LanguageFiles, language: string): ReadonlySet<string> {
  const others = Object.entries(files).filter(([tag]) => tag !== language);
  return new Set(others.flatMap(([, { scripts }]) => (scripts.length === 1 ? scripts : [])));
}

function factsIn(facts: ListedPage['facts'], language: string): ListedPage['facts'] {
  return {
    ...facts,
    title: textIn(facts.title, language),
    navigation: facts.navigation.map((entry) => ({ ...entry, label: textIn(entry.label, language) })),
  };
}

/** All of a text that is not in the language: the shell decides what to show in its place. */
function textIn(text: { readonly [tag: string]: string }, language: string): { [tag: string]: string } {
  const own = text[language];
  return own === undefined ? { ...text } : { [language]: own };
}
