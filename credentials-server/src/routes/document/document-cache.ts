/**
 * The maximum number of documents that are kept, of all sites together: the live one, and those with canaries. Each takes up to 100 kB.
 * Nothing else limits them, because clients choose the language, the theme, the canaries and the query.
 */
export const MAX_DOCUMENTS = 500;

/** Keeps the documents that were requested last. */
export class DocumentCache<Document> {
  readonly #documents = new Map<string, Promise<Document>>();
  readonly #siteNumbers = new WeakMap<object, number>();
  #lastSite = 0;
  #newest = '';

  /**
   * The document of a site with this key.
   * @param render makes a document that is not kept. If it rejects or calls `forget`, the next request makes the document again
   */
  get(site: object, key: string, render: (forget: () => void) => Promise<Document>): Promise<Document> {
    const place = `${String(this.#numberOf(site))} ${key}`;
    const kept = this.#documents.get(place);
    // Most requests are for the same document as the one before.
    if (kept && place === this.#newest) return kept;
    this.#newest = place;
    const forget = () => this.#documents.delete(place);
    const made = kept ?? render(forget);
    if (!kept) made.catch(forget);
    // Again, as the newest one.
    this.#documents.delete(place);
    this.#documents.set(place, made);
    const [oldest] = this.#documents.keys();
    if (oldest !== undefined && this.#documents.size > MAX_DOCUMENTS) this.#documents.delete(oldest);
    return made;
  }

  #numberOf(site: object): number {
    const number = this.#siteNumbers.get(site) ?? (this.#lastSite += 1);
    this.#siteNumbers.set(site, number);
    return number;
  }
}
