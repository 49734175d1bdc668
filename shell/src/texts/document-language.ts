import type { Languages } from '@atrium/page-kit/contract/languages';

/** Loads the texts of a part of the site in the document's language. Texts that fail to load stay in English. */
export async function loadLanguage(languages: Languages | undefined): Promise<void> {
  await languages?.[document.documentElement.lang]?.().catch(console.error);
}

/** Picks the text in the document's language, else in English, else in any language. */
export function localizedText(text: { readonly [locale: string]: string }): string {
  return text[document.documentElement.lang] ?? text['en'] ?? Object.values(text)[0] ?? '';
}
