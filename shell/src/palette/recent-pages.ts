import { NO_PAGE_ATTRIBUTE } from '@atrium/releases/wire';
import * as v from 'valibot';

/** Key of the pages that the signed-in user of this browser opened. Their titles can be private, so logging out removes them. */
const STORAGE_KEY = 'atrium-recent-pages';

/** Most pages that are remembered. */
const MAX_PAGES = 8;

const pageSchema = v.object({ path: v.string(), title: v.string() });

/** A page that the user opened. */
export type RecentPage = Readonly<v.InferOutput<typeof pageSchema>>;

const storedSchema = v.pipe(v.string(), v.parseJson(), v.object({ user: v.string(), pages: v.array(pageSchema) }));

/** The pages that the user opened, by their headings: a signed-in user's in this browser, a visitor's in this tab. */
export class RecentPages {
  /** Of a visitor, or of a user whose browser stores nothing. */
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
    return (this.#user ? readStored(this.#user) : null) ?? this.#pages;
  }

  /** Sets the id of the signed-in user; null for none. Another user must not see the pages of the one before. */
  setUser(user: string | null): void {
    if (this.#user === user) return;
    // Those that the tab opened before it knew its user are the first user's.
    const pages = this.#user === undefined ? this.#pages : [];
    this.#user = user;
    if (user === null) removeStored();
    this.#pages = [];
    for (const page of pages.toReversed()) this.#add(page);
  }

  readonly #record = (): void => {
    const heading = document.querySelector('#content h1');
    const title = heading?.textContent?.trim();
    // Without the query, which may contain what the user typed.
    const path = location.pathname;
    // "Page not found" and the cards of failed pages lead nowhere.
    if (heading?.closest(`[${NO_PAGE_ATTRIBUTE}]`)) this.#set(this.list.filter((page) => page.path !== path));
    else if (title) this.#add({ path, title });
  };

  #add(page: RecentPage): void {
    const { list } = this;
    if (list[0]?.path === page.path && list[0].title === page.title) return;
    this.#set([page, ...list.filter(({ path }) => path !== page.path)].slice(0, MAX_PAGES));
  }

  #set(pages: readonly RecentPage[]): void {
    this.#pages = pages;
    if (this.#user) store({ user: this.#user, pages });
  }
}

/** The stored pages of a user; null if the browser stores nothing. */
function readStored(user: string): readonly RecentPage[] | null {
  try {
    const { success, output } = v.safeParse(storedSchema, localStorage.getItem(STORAGE_KEY) ?? '');
    return success && output.user === user ? output.pages : [];
  } catch {
    return null;
  }
}

function store(stored: { readonly user: string; readonly pages: readonly RecentPage[] }): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
  } catch {
    // The browser refuses or is full: the tab itself remembers its pages.
  }
}

function removeStored(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // The browser refuses: nothing is stored.
  }
}
