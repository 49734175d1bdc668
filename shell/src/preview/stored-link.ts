const KEY = 'atrium-preview-link';

/** Without session storage, the link lasts until the tab leaves the site's pages. */
let link: string | null = null;

/** Stores a signed link in this tab while the user signs in. The link never appears in a URL that is sent or logged. */
export function storeLink(text: string): void {
  link = text;
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // The variable above has it.
  }
}

/** The stored link; null for none. */
export function readStoredLink(): string | null {
  try {
    return sessionStorage.getItem(KEY) ?? link;
  } catch {
    return link;
  }
}

/** Deletes the link after it was used. */
export function deleteStoredLink(): void {
  link = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}
