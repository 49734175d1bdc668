const keyOf = (name: string) => `atrium.account.pause.${name}.address`;

/**
 * Tells typed email addresses apart and names nobody: one of 65 536 marks (FNV-1a, folded), the same for every way of
 * writing that is one address to the auth service, which keeps them in lower case.
 */
export function addressMark(address: string): string {
  let hash = 0x811c9dc5;
  for (const letter of address.trim().toLowerCase()) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return ((hash ^ (hash >>> 16)) & 0xffff).toString(16);
}

/** Keeps, for as long as the tab lives, which address a form's pause is about. @param name of the form and its action */
export function keepAddressMark(name: string, mark: string): void {
  try {
    sessionStorage.setItem(keyOf(name), mark);
  } catch {
    // Full or forbidden: then the pause is not kept either.
  }
}

/** The kept mark; null where there is none. */
export function readAddressMark(name: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
}
