import { language } from './language.ts';

/**
 * A text that depends on a number: one for each plural form of its language, which `{count}` chooses
 * (https://cldr.unicode.org/index/cldr-spec/plural-rules). `other` stands in for the forms that are left out.
 */
export type PluralForms = { readonly other: string } & { readonly [Form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string };

/** A catalogue of texts by key; `{name}` in a text is a place for a value. */
export type Messages = { readonly [key: string]: string | PluralForms };

/** Gives the text of a key, with its places filled. A place without a value is an error of the caller and stays visible. */
export type Translate<Catalogue extends Messages> = (
  key: keyof Catalogue & string,
  values?: { readonly [place: string]: string | number },
) => string;

const translations = new Map<string, Messages>();

/**
 * Puts texts of the page's language in the place of the English ones.
 *
 * @param catalogues by the name that {@link defineMessages} was given
 */
export function addTranslations(catalogues: { readonly [name: string]: Messages }): void {
  for (const [name, catalogue] of Object.entries(catalogues)) translations.set(name, catalogue);
}

/**
 * Makes the function that reads a catalogue. Every text on screen comes through one.
 *
 * @param catalogue the English texts, which stand wherever there is no translation
 * @param name by which translations are given to it; of no other catalogue of the remote
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
