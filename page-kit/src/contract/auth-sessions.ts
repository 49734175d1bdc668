/** A session of the user: a browser or another program in which they are signed in. */
export interface AccountSession {
  readonly id: string;
  /** Whether it is the session of this browser. */
  readonly isCurrent: boolean;
  /** The `User-Agent` that its browser sent last; null if the service stored none. */
  readonly userAgent: string | null;
  /** When the user signed in there (ISO 8601). */
  readonly startedAt: string;
  /** When it last got an access token (ISO 8601). A session in use gets one before the old one expires, usually every hour. */
  readonly usedAt: string;
}

/** What happened to the sign-in of the user's account. */
export interface SecurityEvent {
  readonly id: string;
  /**
   * `first-step`: the password, the code of a mail or the passkey was right, but the code of the user's second factor was not entered.
   * `wrong-code`: a code of a second factor was wrong; only projects with a hook report it. The other kinds: a sign-in, a second factor or a passkey that was added or removed, an account
   * of another provider that was linked or unlinked, and a new password or email address.
   */
  readonly kind:
    | 'signed-in'
    | 'first-step'
    | 'wrong-code'
    | 'factor-added'
    | 'factor-removed'
    | 'passkey-added'
    | 'passkey-removed'
    | 'provider-linked'
    | 'provider-unlinked'
    | 'password-changed'
    | 'email-changed';
  /** ISO 8601. */
  readonly happenedAt: string;
  /** The `User-Agent` of a sign-in; null if the service stored none. */
  readonly userAgent: string | null;
  /** The name of the factor or the passkey, or the provider, such as `google`; empty if it has none, and for other events. */
  readonly name: string;
}

/**
 * The user's sessions. The functions never change. Each sets `loading` and clears `error`; on failure, it sets `error` and
 * rejects with an AuthActionError. A session without the code of the user's second factor has no access.
 */
export interface AuthSessions {
  /** The user's sessions that have not ended: the one of this browser first, then the others, the last used first. At most 100. */
  readonly list: () => Promise<readonly AccountSession[]>;
  /** Ends a session. Its tab notices within seconds. Does nothing if the session has already ended. */
  readonly end: (id: string) => Promise<void>;
  /** The events of the last 90 days, the newest first. At most 100. */
  readonly activity: () => Promise<readonly SecurityEvent[]>;
}
