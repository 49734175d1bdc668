/** Right-to-left scripts of languages that people read on screens (ISO 15924). */
const RIGHT_TO_LEFT_SCRIPTS = ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm'];

/** The direction of a language's text. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT_SCRIPTS.includes(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
}
