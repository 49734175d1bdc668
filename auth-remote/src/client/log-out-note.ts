/** Where the tabs of this browser note which session a person logged out last. A message could arrive after the log-out itself. */
const NOTE = 'atrium-logged-out';

/** Notes that the person logs a session out, by its `session_id`. A storage that refuses costs other tabs the reason, nothing else. */
export function noteLogOut(sessionId: string): void {
  attempt((storage) => {
    storage.setItem(NOTE, sessionId);
  });
}

/** Takes the note back: the log-out failed, and the session goes on. */
export function withdrawLogOut(): void {
  attempt((storage) => {
    storage.removeItem(NOTE);
  });
}

/** The session that a person logged out last in this browser; null where that is not known. */
export function lastLogOut(): string | null {
  return attempt((storage) => storage.getItem(NOTE)) ?? null;
}

/** Calls the listener with the session of each log-out that another tab notes. */
export function onLogOutNoted(listener: (sessionId: string) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === NOTE && newValue !== null) listener(newValue);
  });
}

function attempt<T>(access: (storage: Storage) => T): T | undefined {
  try {
    return access(window.localStorage);
  } catch {
    // The storage of the session says so once, for all.
    return undefined;
  }
}
