/** What a document itself says, before any of the site's own texts is there. */
export interface DocumentTexts {
  readonly noScript: string;
  readonly late: string;
  readonly reload: string;
}

const english: DocumentTexts = {
  noScript: 'This site needs JavaScript. Please switch it on in your browser and load the page again.',
  late: 'The site is taking longer than usual to load, or a part of it did not arrive.',
  reload: 'Load it again',
};

const translated: ReadonlyMap<string, DocumentTexts> = new Map([
  [
    'de',
    {
      noScript: 'Diese Website braucht JavaScript. Bitte im Browser einschalten und die Seite neu laden.',
      late: 'Die Website lädt langsamer als sonst, oder ein Teil von ihr ist nicht angekommen.',
      reload: 'Neu laden',
    },
  ],
  [
    'ar',
    {
      noScript: 'يحتاج هذا الموقع إلى JavaScript. يُرجى تفعيله في المتصفح ثم إعادة تحميل الصفحة.',
      late: 'يستغرق تحميل الموقع وقتًا أطول من المعتاد، أو لم يصل جزء منه.',
      reload: 'إعادة التحميل',
    },
  ],
]);

/** The texts of a document in a language, or in English. */
export function documentTexts(language: string): DocumentTexts {
  return translated.get(language) ?? english;
}
