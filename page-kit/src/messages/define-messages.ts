/** A catalogue of texts by key; `{name}` in a text is a place for a value. */
export type Messages = { readonly [key: string]: string };

/** Gives the text of a key, with its places filled. A place without a value is an error of the caller and stays visible. */
export type Translate<Catalogue extends Messages> = (
  key: keyof Catalogue & string,
  values?: { readonly [place: string]: string | number },
) => string;

/** Makes the function that reads a catalogue. Every text on screen comes through one. */
export function defineMessages<const Catalogue extends Messages>(catalogue: Catalogue): Translate<Catalogue> {
  return (key, values = {}) =>
    (catalogue[key] ?? key).replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
