/**
 * Accesses the storage of the tab. What the account pages store there is optional, so a full or forbidden storage is no error.
 *
 * @returns the result of the access; null when it failed
 */
export function tryTabStorage<Result>(access: (storage: Storage) => Result): Result | null {
  try {
    return access(sessionStorage);
  } catch {
    return null;
  }
}
