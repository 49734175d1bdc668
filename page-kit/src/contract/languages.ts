/**
 * Loads the texts of a part of the site in languages other than English, by BCP 47 tag: each file calls `addTranslations`.
 * They come with the first page; one that cannot be had leaves English texts.
 */
export type Languages = { readonly [tag: string]: () => Promise<unknown> };
