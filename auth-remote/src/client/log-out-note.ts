/** Where the tabs of this browser note when a person last logged out. A message could arrive after the log-out itself. */
const NOTE = 'atrium-logged-out-at';

/** Notes that the person logs out now. A storage that refuses costs other tabs the reason, nothing else. */
export function noteLogOut(): void {
  try {
    window.localStorage.setItem(NOTE, String(Date.now()));
  } catch {
    // The storage of the session says so once, for all.
  }
}

/** When a person last logged out in this browser, in milliseconds since 1970; 0 where that is not known. */
export function lastLogOut(): number {
  try {
    return Number(window.localStorage.getItem(NOTE)) || 0;
  } catch {
    return 0;
  }
}
