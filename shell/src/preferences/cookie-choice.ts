/** One year, in seconds: as long as browsers keep a cookie, and some more. */
const AGE = 31_536_000;

/** Reads what a person chose in this browser; null where nothing was. */
export function readChoice(name: string): string | null {
  const pairs = document.cookie.split('; ').map((pair) => pair.split('='));
  return pairs.find(([key]) => key === name)?.[1] ?? null;
}

/**
 * Keeps what a person chose, for every later document: the site's server writes it into them (see its appearance.ts).
 *
 * @param value letters, digits and hyphens; null to forget the choice
 */
export function keepChoice(name: string, value: string | null): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : AGE}; SameSite=Lax${secure}`;
}
