/** How sure it is who signed in: `aal1` by one means, `aal2` with a second factor as well (NIST SP 800-63B). */
export type AssuranceLevel = 'aal1' | 'aal2';

/** The level that the session has, and the one that it could have: `aal2` for a person with a verified factor. */
export interface Assurance {
  readonly currentLevel: AssuranceLevel | null;
  readonly nextLevel: AssuranceLevel | null;
}

/** Kinds of factors (specification 3.6). */
export type FactorType = 'totp' | 'phone';

/** A second factor of the person. Only a verified one counts. */
export interface Factor {
  readonly id: string;
  readonly type: FactorType;
  readonly status: 'verified' | 'unverified';
  /** What the person called it; empty when nothing was given. */
  readonly friendlyName: string;
  /** Number of a phone factor (E.164), else null. */
  readonly phone: string | null;
  /** When it was enrolled (ISO 8601). */
  readonly createdAt: string;
}

/** What to enrol. The name tells factors apart in the list. */
export type EnrollInput =
  | { readonly type: 'totp'; readonly friendlyName: string }
  | { readonly type: 'phone'; readonly friendlyName: string; readonly phone: string };

/** A factor that waits for its first code. */
export type Enrolment =
  | {
      readonly type: 'totp';
      readonly factorId: string;
      /** The QR code as an SVG data address, ready for an image's `src`. */
      readonly qrCode: string;
      /** The same for typing in (base32). */
      readonly secret: string;
    }
  | { readonly type: 'phone'; readonly factorId: string; readonly phone: string };

/** A question for a code of one factor. A phone factor's code is on its way by then. */
export interface Challenge {
  readonly factorId: string;
  readonly challengeId: string;
  /** Seconds since 1970 after which no code is taken for it. */
  readonly expiresAt: number;
}

/**
 * The second factor. Functions that never change; each sets `loading`, clears `error`, and on failure sets `error` and
 * rejects with an AuthActionError, except {@link AuthMfa.assuranceLevel}, which only reads.
 */
export interface AuthMfa {
  /** Asks the service, with the session's token, which level the session has and could have (specification 4.8). */
  readonly assuranceLevel: () => Promise<Assurance>;
  /** All factors of the person, as the service knows them now. */
  readonly factors: () => Promise<readonly Factor[]>;
  /** Begins to enrol a factor; factors that were begun before and never verified are removed first. */
  readonly enroll: (input: EnrollInput) => Promise<Enrolment>;
  readonly challenge: (factorId: string) => Promise<Challenge>;
  /** Answers a challenge; with the right code the session is `aal2` from then on, and a new factor is verified. */
  readonly verify: (input: {
    readonly factorId: string;
    readonly challengeId: string;
    readonly code: string;
  }) => Promise<void>;
  readonly unenroll: (factorId: string) => Promise<void>;
}
