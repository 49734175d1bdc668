import { NO_PAGE_ATTRIBUTE } from '@atrium/releases/wire';
import * as v from 'valibot';

/** Key of the pages that the signed-in user of this browser opened. Their titles can be private, so logging out removes them. */
const STORAGE_KEY = 'atrium-recent-pages';

/** Maximum number of pages to remember. */
const MAX_PAGES = 8;

const pageSchema = v.object({ path: v.string(), title: v.string() });

/** A page that the user opened. */
export type RecentPage = Readonly<v.InferOutput<typeof pageSchema>>;

/** The titles are in one language, apart from names that users gave. */
const storedSchema = v.pipe(v.string(), v.parseJson(), v.object({ user: v.string(), language: v.string(), pages: v.array(pageSchema) }));

/** The pages that the user opened, by their headings: a signed-in user's in this browser, a visitor's in this tab. */
export class RecentPages {
  /** Of a visitor, or of a user whose browser stores nothing. */
  #pages: readonly RecentPage[] = [];
  #canStore = true;
  /** Undefined until it is known. */
  #user: string | null | undefined;

  constructor() {
    // A page's heading sets the document's title in the same change of the document, and again when the page gets another name.
    new MutationObserver(this.#record).observe(document.head, { childList: true, subtree: true, characterData: true });
    this.#record();
  }

  /** The newest first. */
  get list(): readonly RecentPage[] {
    return this.#user && this.#canStore ? readStored(this.#user) : this.#pages;
  }

  /** Sets the id of the signed-in user; null for none. Another user must not see the pages of the one before. */
  setUser(user: string | null): void {
    if (this.#user === user) return;
    // Those that the tab opened before it knew its user are the first user's.
    const pages = this.#user === undefined ? this.#pages : [];
    this.#user = user;
    if (user === null || readStored(user).length === 0) removeStored();
    this.#pages = [];
    for (const page of pages.toReversed()) this.#add(page);
  }

  readonly #record = (): void => {
    const heading = document.querySelector('#content h1');
    const title = heading?.textContent?.trim();
    // Without the query, which may contain what the user typed.
    // "Page not found" and the cards of failed pages lead nowhere.
    if (title && !heading?.closest(`[${NO_PAGE_ATTRIBUTE}]`)) this.#add({ path: location.pathname, title });
  };

  #add(page: RecentPage): void {
    const { list } = this;
    if (list[0]?.path === page.path && list[0].title === page.title) return;
    this.#pages = [page, ...list.filter(({ path }) => path !== page.path)].slice(0, MAX_PAGES);
    if (this.#user) this.#canStore = store(this.#user, this.#pages);
  }
}

function readStored(user: string): readonly RecentPage[] {
  try {
    const { success, output } = v.safeParse(storedSchema, localStorage.getItem(STORAGE_KEY) ?? '');
    return success && output.user === user && output.language === document.documentElement.lang ? output.pages : [];
  } catch {
    // The browser refuses: nothing is stored.
    return [];
  }
}

/** Returns false if the browser refuses or is full. */
function store(user: string, pages: readonly RecentPage[]): boolean {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ user, language: document.documentElement.lang, pages }));
    return true;
  } catch {
    return false;
  }
}

function removeStored(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // The browser refuses: nothing is stored.
  }
}
