import type { User } from '@supabase/supabase-js';

/** A key on a device or in a password manager, which logs its user in without a password (W3C Web Authentication). */
export interface Passkey {
  readonly id: string;
  /** The user's name for it. The service's own name until then, such as "iCloud Keychain". */
  readonly name: string;
  /** When it was added (ISO 8601). */
  readonly createdAt: string;
  /** When it last logged its user in (ISO 8601); null if it never did. */
  readonly lastUsedAt: string | null;
}

/**
 * Passkeys. The functions never change. Each sets `loading` and clears `error`; on failure, it sets `error` and rejects with an
 * AuthActionError: with the code `passkey_cancelled` if the user closed the browser's dialog or let it expire. A session of a passkey
 * has the level `aal1`. {@link AuthPasskeys.isAvailable} and {@link AuthPasskeys.autofill} leave `loading` and `error` alone.
 */
export interface AuthPasskeys {
  /** Whether the project allows passkeys, and this browser can use them at this address. Otherwise, pages do not offer them. */
  readonly isAvailable: () => boolean;
  /** Lets the user choose a passkey in the browser's dialog, and logs in with it. */
  readonly login: () => Promise<User>;
  /**
   * Suggests passkeys in the field with `autocomplete="username webauthn"` until the user chooses one, the signal aborts, or
   * {@link AuthPasskeys.login} is called. Resolves with null if the user chose none.
   */
  readonly autofill: (signal: AbortSignal) => Promise<User | null>;
  /** The user's passkeys, oldest first. */
  readonly list: () => Promise<readonly Passkey[]>;
  /**
   * Lets the user create a passkey in the browser's dialog, and adds it to the account. It fails with the code `passkey_exists` if this
   * device already has one for the account. A user with a second factor needs the level `aal2`, otherwise it fails with `insufficient_aal`.
   */
  readonly add: () => Promise<Passkey>;
  /** Renames a passkey. */
  readonly rename: (id: string, name: string) => Promise<void>;
  /** Removes a passkey from the account. The device keeps its part until the user deletes it there. It needs the same level as `add`. */
  readonly remove: (id: string) => Promise<void>;
}
