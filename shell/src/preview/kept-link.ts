const KEY = 'atrium-preview-link';

/** Where storage is forbidden, the link lasts until the tab leaves the site's pages. */
let link: string | null = null;

/** Keeps a signed link in this tab, while its person signs in. It never stands in an address that is sent or logged. */
export function keepLink(text: string): void {
  link = text;
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // See above.
  }
}

/** The link that was kept; null for none. */
export function keptLink(): string | null {
  try {
    return sessionStorage.getItem(KEY) ?? link;
  } catch {
    return link;
  }
}

/** Forgets the link: it was used. */
export function forgetLink(): void {
  link = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Forbidden storage holds nothing.
  }
}
