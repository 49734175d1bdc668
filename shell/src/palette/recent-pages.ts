import { NO_PAGE_ATTRIBUTE } from '@atrium/releases/wire';

/** Most pages that are remembered. */
const MAX_PAGES = 8;

/** A page that the user opened. */
export interface RecentPage {
  readonly path: string;
  readonly title: string;
}

/** The pages that the user opened in this tab, by their headings. */
export class RecentPages {
  #pages: readonly RecentPage[] = [];
  /** Undefined until it is known. */
  #user: string | null | undefined;

  constructor() {
    // A page's heading sets the document's title in the same change of the document, and again when the page gets another name.
    new MutationObserver(this.#record).observe(document.head, { childList: true, subtree: true, characterData: true });
    this.#record();
  }

  /** The newest first. */
  get list(): readonly RecentPage[] {
    return this.#pages;
  }

  /** Sets the id of the signed-in user; null for none. Another user must not see the pages of the one before. */
  setUser(user: string | null): void {
    if (this.#user !== undefined && this.#user !== user) this.#pages = [];
    this.#user = user;
  }

  readonly #record = (): void => {
    const heading = document.querySelector('#content h1');
    const title = heading?.textContent?.trim();
    // "Page not found" and the cards of failed pages lead nowhere.
    if (!title || heading?.closest(`[${NO_PAGE_ATTRIBUTE}]`)) return;
    // Without the query, which may contain what the user typed.
    const path = location.pathname;
    if (this.#pages[0]?.path === path && this.#pages[0].title === title) return;
    this.#pages = [{ path, title }, ...this.#pages.filter((page) => page.path !== path)].slice(0, MAX_PAGES);
  };
}
