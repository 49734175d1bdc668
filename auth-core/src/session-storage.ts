import type { SupportedStorage } from '@supabase/supabase-js';
import { isSessionKey, readStoredSession, type StoredSession } from './stored-session.ts';

/** Storage for supabase-js that never makes a sign-in fail. */
export interface SessionStorage extends SupportedStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** Removes what only this tab stores: a log-out in another tab cannot reach it. */
  clearTabOnly(): void;
  /** Removes the session, in this tab and in local storage. */
  removeSession(): void;
  /** The session that is stored now. */
  storedSession(): StoredSession | null;
}

/**
 * Stores in local storage, or in the memory of this tab if local storage refuses (full, or forbidden by the browser).
 * A corrupt session is removed when it is read, so that the start-up continues without it.
 */
export function createSessionStorage(): SessionStorage {
  const tabOnly = new Map<string, string>();
  let sessionKey: string | null = null;
  let hasWarned = false;

  function attempt<T>(access: (storage: Storage) => T, otherwise: T): T {
    try {
      return access(window.localStorage);
    } catch (error) {
      if (!hasWarned) {
        hasWarned = true;
        console.warn('This browser does not store the session: it ends with this tab.', error instanceof Error ? error.name : 'unknown error');
      }
      return otherwise;
    }
  }

  const storage: SessionStorage = {
    getItem(key) {
      const value = tabOnly.get(key) ?? attempt((local) => local.getItem(key), null);
      if (!isSessionKey(key)) return value;
      sessionKey = key;
      if (value === null || readStoredSession(value) !== null) return value;
      storage.removeItem(key);
      return null;
    },
    setItem(key, value) {
      tabOnly.delete(key);
      const isStored = attempt((local) => {
        local.setItem(key, value);
        return true;
      }, false);
      if (isStored) return;
      tabOnly.set(key, value);
      // The older value must not be read after a reload or in another tab.
      attempt((local) => local.removeItem(key), undefined);
    },
    removeItem(key) {
      tabOnly.delete(key);
      attempt((local) => local.removeItem(key), undefined);
    },
    clearTabOnly() {
      tabOnly.clear();
    },
    removeSession() {
      if (sessionKey !== null) storage.removeItem(sessionKey);
    },
    storedSession() {
      const value = sessionKey === null ? null : storage.getItem(sessionKey);
      return value === null ? null : readStoredSession(value);
    },
  };
  return storage;
}
