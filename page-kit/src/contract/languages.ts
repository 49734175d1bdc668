/**
 * Loads the texts of a part of the site in languages other than English, by BCP 47 tag: each file calls `addTranslations`.
 * They load with the first page. If one fails to load, its texts stay English.
 */
export type Languages = { readonly [tag: string]: () => Promise<unknown> };
