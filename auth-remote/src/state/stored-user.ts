import type { User } from '@atrium/page-kit/contract/auth';

const storageKey = 'user';
let reported = false;

function attempt(access: (storage: Storage) => void): boolean {
  try {
    access(window.localStorage);
    return true;
  } catch (error) {
    if (!reported) {
      reported = true;
      console.warn('This browser does not store the signed-in user.', error instanceof Error ? error.name : 'unknown error');
    }
    return false;
  }
}

/**
 * Keeps the signed-in user in local storage under `user` while there is a session, for others to read
 * (specification 3.4 and 4.3). Atrium itself never reads it, so a storage that is full or forbidden is
 * reported once and changes nothing else.
 */
export function storeUser(user: User | null): void {
  const stored =
    user !== null &&
    attempt((storage) => {
      storage.setItem(storageKey, JSON.stringify(user));
    });
  // Where the new user has no room, the one before must not stay in its place.
  if (!stored) {
    attempt((storage) => {
      storage.removeItem(storageKey);
    });
  }
}
