import type { SessionEnd } from '@atrium/page-kit/contract/auth';

/** What a tab can tell the others about the end of a session. The service ends the rest. */
export type NotedEnd = Exclude<SessionEnd, 'revoked'>;

/** Where the tabs of this browser note which session ended last, and how. A message could arrive after the end itself. */
const NOTE = 'atrium-logged-out';

/** Follows the session of a note whose account was deleted. A log-out is noted by the session alone. */
const DELETED = ' deleted';

/** Notes how a session ends, by its `session_id`. A storage that refuses costs other tabs the reason, nothing else. */
export function noteEnd(sessionId: string, end: NotedEnd): void {
  attempt((storage) => {
    storage.setItem(NOTE, end === 'deleted' ? sessionId + DELETED : sessionId);
  });
}

/** Takes the note back: the log-out failed, and the session goes on. */
export function withdrawEnd(): void {
  attempt((storage) => {
    storage.removeItem(NOTE);
  });
}

/** How a session ended, if a tab of this browser noted that last. */
export function notedEnd(sessionId: string): NotedEnd | null {
  return readNote(attempt((storage) => storage.getItem(NOTE)) ?? null, sessionId);
}

/** Calls the listener with each note of another tab: a function that says how a session ended by it. */
export function onEndNoted(listener: (endOf: (sessionId: string) => NotedEnd | null) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === NOTE) listener((sessionId) => readNote(newValue, sessionId));
  });
}

function readNote(note: string | null, sessionId: string): NotedEnd | null {
  if (note === sessionId) return 'elsewhere';
  return note === sessionId + DELETED ? 'deleted' : null;
}

function attempt<T>(access: (storage: Storage) => T): T | undefined {
  try {
    return access(window.localStorage);
  } catch {
    // The storage of the session says so once, for all.
    return undefined;
  }
}
