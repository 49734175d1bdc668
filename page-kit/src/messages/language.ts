/**
 * The language of the page, as a BCP 47 tag: what `Intl` takes. It is the same as long as the document is there, and
 * English where nothing was said.
 */
export function language(): string {
  return document.documentElement.lang || 'en';
}
