/** Authenticator assurance level: `aal1` with one factor, `aal2` with a second factor (NIST SP 800-63B). */
export type AssuranceLevel = 'aal1' | 'aal2';

/** The level of the session, and the level that it could have: `aal2` for a user with a verified factor. */
export interface Assurance {
  readonly currentLevel: AssuranceLevel | null;
  readonly nextLevel: AssuranceLevel | null;
}

/** Kinds of factors (specification 3.6). */
export type FactorType = 'totp' | 'phone';

/** A second factor of the user. Only verified factors count. */
export interface Factor {
  readonly id: string;
  readonly type: FactorType;
  readonly status: 'verified' | 'unverified';
  /** The user's name for it; empty if there is none. */
  readonly friendlyName: string;
  /** Number of a phone factor (E.164), otherwise null. */
  readonly phone: string | null;
  /** When it was enrolled (ISO 8601). */
  readonly createdAt: string;
}

/** The factor to enrol. The name distinguishes factors in the list. */
export type EnrollInput =
  | { readonly type: 'totp'; readonly friendlyName: string }
  | { readonly type: 'phone'; readonly friendlyName: string; readonly phone: string };

/** A factor that is not verified yet. */
export type Enrolment =
  | {
      readonly type: 'totp';
      readonly factorId: string;
      /** The QR code as an SVG data URL, ready for an image's `src`. */
      readonly qrCode: string;
      /** The secret of the QR code, to type in (base32). */
      readonly secret: string;
    }
  | { readonly type: 'phone'; readonly factorId: string; readonly phone: string };

/** A challenge for a code of one factor. The code of a phone factor has been sent. */
export interface Challenge {
  readonly factorId: string;
  readonly challengeId: string;
  /** When the challenge expires, in seconds since 1970. */
  readonly expiresAt: number;
}

/**
 * The second factor. The functions never change. Each sets `loading` and clears `error`; on failure, it sets `error` and
 * rejects with an AuthActionError. {@link AuthMfa.assuranceLevel} only reads and does neither.
 */
export interface AuthMfa {
  /** Asks the service, with the session's token, for the level of the session and the level that it could have (specification 4.8). */
  readonly assuranceLevel: () => Promise<Assurance>;
  /** All factors of the user, from the service. */
  readonly factors: () => Promise<readonly Factor[]>;
  /** Starts to enrol a factor, and removes factors that were never verified. */
  readonly enroll: (input: EnrollInput) => Promise<Enrolment>;
  readonly challenge: (factorId: string) => Promise<Challenge>;
  /** Answers a challenge. The right code raises the session to `aal2`, and verifies a new factor. */
  readonly verify: (input: {
    readonly factorId: string;
    readonly challengeId: string;
    readonly code: string;
  }) => Promise<void>;
  /** Renames a factor. Fails with the code `mfa_factor_name_conflict` if another factor of the user has the name. */
  readonly rename: (factorId: string, friendlyName: string) => Promise<void>;
  readonly unenroll: (factorId: string) => Promise<void>;
}
