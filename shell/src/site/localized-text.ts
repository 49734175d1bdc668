/** The text in the language of the document, else in English, else in any. */
export function localizedText(text: { readonly [locale: string]: string }): string {
  return text[document.documentElement.lang] ?? text['en'] ?? Object.values(text)[0] ?? '';
}
