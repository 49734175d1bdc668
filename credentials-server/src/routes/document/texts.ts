/** The texts of the document itself, which are shown before the shell has loaded. */
export interface DocumentTexts {
  readonly noScript: string;
  readonly late: string;
  readonly reload: string;
}

const ENGLISH: DocumentTexts = {
  noScript: 'This site needs JavaScript. Turn it on in your browser, then reload the page.',
  late: 'The site is taking longer than usual to load, or part of it failed to load.',
  reload: 'Reload',
};

const TRANSLATIONS: ReadonlyMap<string, DocumentTexts> = new Map([
  [
    'de',
    {
      noScript: 'Diese Website braucht JavaScript. Bitte im Browser einschalten und die Seite neu laden.',
      late: 'Die Website lädt langsamer als sonst, oder ein Teil davon konnte nicht geladen werden.',
      reload: 'Neu laden',
    },
  ],
  [
    'ar',
    {
      noScript: 'يحتاج هذا الموقع إلى JavaScript. يُرجى تفعيله في المتصفح ثم إعادة تحميل الصفحة.',
      late: 'يستغرق تحميل الموقع وقتًا أطول من المعتاد، أو تعذّر تحميل جزء منه.',
      reload: 'إعادة التحميل',
    },
  ],
]);

/** The texts in a language, or in English if there is no translation. */
export function documentTexts(language: string): DocumentTexts {
  return TRANSLATIONS.get(language) ?? ENGLISH;
}
