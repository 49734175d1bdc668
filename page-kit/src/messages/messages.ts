/**
 * A text that depends on a number: one for each plural form of its language, selected by `{count}`
 * (https://cldr.unicode.org/index/cldr-spec/plural-rules). `other` is used for forms that are missing.
 */
export type PluralForms = { readonly other: string } & { readonly [Form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string };

/** A catalogue of texts by key. `{name}` in a text is a placeholder for a value. */
export type Messages = { readonly [key: string]: string | PluralForms };

/** Returns the text of a key, with its placeholders filled. A placeholder without a value is a mistake of the caller and stays visible. */
export type Translate<Catalogue extends Messages> = (
  key: keyof Catalogue & string,
  values?: { readonly [place: string]: string | number },
) => string;

/**
 * A translation of all texts of a catalogue: `const german: Translation<typeof loginText> = {…}`. The type checker reports
 * missing texts, and texts that no longer exist.
 */
export type Translation<Text extends (key: never) => string> = { readonly [Key in Parameters<Text>[0]]: Messages[string] };

const translations = new Map<string, Messages>();

/**
 * Replaces English texts with those of the page's language.
 *
 * @param catalogues by the names that {@link defineMessages} was called with
 */
export function addTranslations(catalogues: { readonly [name: string]: Messages }): void {
  for (const [name, catalogue] of Object.entries(catalogues)) translations.set(name, catalogue);
}

/**
 * Creates the function that reads a catalogue. Every text on screen comes from one.
 *
 * @param catalogue the English texts, which are used where there is no translation
 * @param name identifies the catalogue for its translations; unique within the remote
 */
export function defineMessages<const Catalogue extends Messages>(catalogue: Catalogue, name?: string): Translate<Catalogue> {
  return (key, values = {}) => {
    const text = (name && translations.get(name)?.[key]) || (catalogue[key] ?? key);
    const locale = language();
    const form = typeof text === 'string' ? text : (text[new Intl.PluralRules(locale).select(Number(values['count']))] ?? text.other);
    return form.replace(/\{(\w+)\}/g, (place, given: string) => {
      const value = values[given] ?? place;
      return typeof value === 'number' ? value.toLocaleString(locale) : value;
    });
  };
}

/**
 * The language of the page as a BCP 47 tag, which `Intl` takes. It stays the same for the life of the document; the default
 * is English.
 */
export function language(): string {
  return document.documentElement.lang || 'en';
}

const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** A date in the locale of {@link dateLocale}, such as "29 Nov 2026", which does not break into lines. @param moment milliseconds since 1970, or ISO 8601 */
export function formatDate(moment: number | string): string {
  return unbroken(new Date(moment).toLocaleDateString(dateLocale(), DATE));
}

/** A date and a time of day in the locale of {@link dateLocale}, in the time zone of the browser. @param moment milliseconds since 1970, or ISO 8601 */
export function formatDateTime(moment: number | string): string {
  return unbroken(new Date(moment).toLocaleString(dateLocale(), { ...DATE, hour: 'numeric', minute: '2-digit' }));
}

function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00A0');
}

/**
 * The locale for dates and times: the page's language with the region of the visitor's browser, so that a page in English reads
 * "29 Nov 2026" in Britain and "Nov 29, 2026" in the United States. The digits are those of the page's other numbers.
 */
export function dateLocale(): string {
  const page = language();
  const regional = navigator.languages.find((tag) => tag.startsWith(`${page}-`)) ?? page;
  return new Intl.Locale(regional, { numberingSystem: new Intl.NumberFormat(page).resolvedOptions().numberingSystem }).toString();
}
