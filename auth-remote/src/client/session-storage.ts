import type { SupportedStorage } from '@supabase/supabase-js';
import { isSessionKey, readStoredSession, type StoredSession } from './stored-session.ts';

/** Storage for supabase-js that never makes a sign-in fail. */
export interface SessionStorage extends SupportedStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** Drops what is kept for this tab only: another tab cannot reach it when it signs the person out. */
  forgetTabOnly(): void;
  /** Drops the session, in this tab and for all. */
  forgetSession(): void;
  /** The session that is stored now. */
  storedSession(): StoredSession | null;
}

/**
 * Local storage, or the memory of this tab for what it refuses (full, or forbidden by the browser).
 * A corrupt session is discarded as it is read, so that start-up goes on without it.
 */
export function createSessionStorage(): SessionStorage {
  const tabOnly = new Map<string, string>();
  let reported = false;

  function attempt<T>(access: (storage: Storage) => T, otherwise: T): T {
    try {
      return access(window.localStorage);
    } catch (error) {
      if (!reported) {
        reported = true;
        console.warn('This browser does not store the session: it ends with this tab.', nameOf(error));
      }
      return otherwise;
    }
  }

  let sessionKey: string | null = null;

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
      const stored = attempt((local) => {
        local.setItem(key, value);
        return true;
      }, false);
      if (stored) return;
      tabOnly.set(key, value);
      // What is still stored is older: nobody may read it after a reload or in another tab.
      attempt((local) => {
        local.removeItem(key);
      }, undefined);
    },
    removeItem(key) {
      tabOnly.delete(key);
      attempt((local) => {
        local.removeItem(key);
      }, undefined);
    },
    forgetTabOnly() {
      tabOnly.clear();
    },
    forgetSession() {
      if (sessionKey !== null) storage.removeItem(sessionKey);
    },
    storedSession() {
      const value = sessionKey === null ? null : storage.getItem(sessionKey);
      return value === null ? null : readStoredSession(value);
    },
  };
  return storage;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown error';
}
