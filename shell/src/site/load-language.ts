import type { Languages } from '@atrium/page-kit/contract/languages';

/** Loads the texts of a part of the site in the language of the document. What cannot be had stays in English. */
export async function loadLanguage(languages: Languages | undefined): Promise<void> {
  await languages?.[document.documentElement.lang]?.().catch(console.error);
}
