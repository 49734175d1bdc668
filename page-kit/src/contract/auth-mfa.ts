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
  /** `totp` for an authenticator app, `phone` for codes by text message. */
  readonly type: FactorType;
  /** `unverified` until the first code was entered. */
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
  /** The challenged factor. */
  readonly factorId: string;
  /** Goes back to the service with the code. */
  readonly challengeId: string;
  /** When the challenge expires, in seconds since 1970. */
  readonly expiresAt: number;
}

/** The recovery codes of the user. */
export interface RecoveryCodesStatus {
  /** Whether the project's auth service has recovery codes. Otherwise, pages do not offer them. */
  readonly isAvailable: boolean;
  /** Number of codes in the set; 0 without one. */
  readonly total: number;
  /** How many of them are unused. */
  readonly remaining: number;
}

/**
 * Recovery codes: each works once, instead of a code from another factor. The functions never change, and succeed and fail as those of
 * {@link AuthMfa} do.
 */
export interface AuthRecoveryCodes {
  /** Whether the user has a set, and how many of its codes are unused. */
  readonly status: () => Promise<RecoveryCodesStatus>;
  /**
   * Creates a set, which replaces the current one, and resolves with its codes. Show them once: nothing returns them again. Requires the
   * level `aal2`, and fails with the code `mfa_recovery_codes_sole_factor` if the user has no other factor.
   */
  readonly create: () => Promise<readonly string[]>;
  /**
   * Raises the session to `aal2` with an unused code, in capitals or groups as people type it. Fails with the code
   * `mfa_verification_failed`, and after too many wrong codes with `mfa_recovery_codes_locked`.
   */
  readonly verify: (code: string) => Promise<void>;
  /** Removes the set. Requires the level `aal2`. */
  readonly remove: () => Promise<void>;
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
  /** Asks for a code of a factor. A phone gets the code by text message; services limit how often. */
  readonly challenge: (factorId: string) => Promise<Challenge>;
  /** Answers a challenge. The right code raises the session to `aal2`, and verifies a new factor. */
  readonly verify: (input: {
    readonly factorId: string;
    readonly challengeId: string;
    readonly code: string;
  }) => Promise<void>;
  /** Renames a factor. Fails with the code `mfa_factor_name_conflict` if another factor of the user has the name. */
  readonly rename: (factorId: string, friendlyName: string) => Promise<void>;
  /** Removes a factor. A verified one requires the level `aal2`; otherwise it fails with the code `insufficient_aal`. */
  readonly unenroll: (factorId: string) => Promise<void>;
  /** Codes for users who have lost a factor. */
  readonly recoveryCodes: AuthRecoveryCodes;
}
