import type { SupportedStorage } from '@supabase/supabase-js';
import { isSessionKey } from '@atrium/page-kit/session-key';
import { sessionIdIn } from './claims.ts';
import { readStoredSession, type StoredSession } from './stored-session.ts';

/** How long after its last token expired a session of another project counts as abandoned, in seconds: a week. */
const ABANDONED_AFTER_S = 7 * 24 * 60 * 60;

/**
 * Storage for supabase-js that never makes a sign-in fail: local storage, or the memory of this tab if local storage refuses
 * (full, or forbidden by the browser). A corrupt session is removed when it is read, so that the start-up continues without it.
 */
export class SessionStorage implements SupportedStorage {
  readonly #tabOnly = new Map<string, string>();
  #sessionKey: string | null = null;
  #hasWarned = false;

  getItem(key: string): string | null {
    const value = this.#tabOnly.get(key) ?? this.#attempt((local) => local.getItem(key), null);
    if (!isSessionKey(key)) return value;
    this.#sessionKey = key;
    if (value === null || readStoredSession(value) !== null) return value;
    this.removeItem(key);
    return null;
  }

  setItem(key: string, value: string): void {
    this.#tabOnly.delete(key);
    const isStored = this.#attempt((local) => {
      local.setItem(key, value);
      return true;
    }, false);
    if (isStored) return;
    this.#tabOnly.set(key, value);
    // The older value must not be read after a reload or in another tab.
    this.#attempt((local) => local.removeItem(key), undefined);
  }

  removeItem(key: string): void {
    this.#tabOnly.delete(key);
    this.#attempt((local) => local.removeItem(key), undefined);
  }

  /** Removes what only this tab stores: a log-out in another tab cannot reach it. */
  clearTabOnly(): void {
    this.#tabOnly.clear();
  }

  /** Removes the session, in this tab and in local storage. */
  removeSession(): void {
    if (this.#sessionKey !== null) this.removeItem(this.#sessionKey);
  }

  /**
   * Removes sessions of projects that the site used before: while one is stored, a signed-out visitor would wait for the start-up as a
   * signed-in user does. A tab that still works with another project refreshes its session.
   */
  removeAbandonedSessions(): void {
    const limit = Date.now() / 1000 - ABANDONED_AFTER_S;
    this.#attempt((local) => {
      for (const key of Object.keys(local)) {
        if (!isSessionKey(key) || key === this.#sessionKey) continue;
        const session = readStoredSession(local.getItem(key) ?? '');
        if (session !== null && session.expires_at < limit) local.removeItem(key);
      }
    }, undefined);
  }

  /** The session that is stored now. */
  storedSession(): StoredSession | null {
    const value = this.#sessionKey === null ? null : this.getItem(this.#sessionKey);
    return value === null ? null : readStoredSession(value);
  }

  /** The id of the session that is stored now. */
  storedSessionId(): string | null {
    const token = this.storedSession()?.access_token;
    return token === undefined ? null : sessionIdIn(token);
  }

  #attempt<T>(access: (storage: Storage) => T, otherwise: T): T {
    try {
      return access(window.localStorage);
    } catch (error) {
      if (!this.#hasWarned) {
        this.#hasWarned = true;
        console.warn('This browser does not store the session: it ends with this tab.', error instanceof Error ? error.name : 'unknown error');
      }
      return otherwise;
    }
  }
}
