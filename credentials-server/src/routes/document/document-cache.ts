/**
 * The maximum number of documents that are kept, for all sites together: the live one, those with canaries, and previews. Each takes up to
 * 100 kB. Nothing else limits them, because clients choose the language, the theme, the canaries and the query.
 */
export const MAX_DOCUMENTS = 500;

/** Keeps the documents of each site as long as the site lives. At the limit it forgets all of them, which costs less than knowing the oldest. */
export class DocumentCache<Document> {
  #sites = new WeakMap<object, Map<string, Promise<Document>>>();
  #count = 0;

  /**
   * The document of a site with this key.
   * @param render makes a document that is not kept. It can call `forget`, so that the next request makes it again
   */
  get(site: object, key: string, render: (forget: () => void) => Promise<Document>): Promise<Document> {
    const kept = this.#sites.get(site)?.get(key);
    if (kept) return kept;
    if (this.#count >= MAX_DOCUMENTS) [this.#sites, this.#count] = [new WeakMap(), 0];
    this.#count += 1;
    const documents = this.#sites.get(site) ?? new Map<string, Promise<Document>>();
    this.#sites.set(site, documents);
    const made = render(() => documents.delete(key));
    documents.set(key, made);
    return made;
  }
}
