/** What the second factor goes by. Names and defaults follow the Supabase CLI's `[auth.mfa]` and GoTrue's `GOTRUE_MFA_…`. */
export interface MfaSettings {
  maxEnrolledFactors: number;
  /** For how long a challenge can be answered, in seconds. */
  challengeExpiry: number;
  /** After how many seconds a factor may go that was enrolled and never challenged. */
  factorExpiry: number;
  totpEnrollEnabled: boolean;
  totpVerifyEnabled: boolean;
  phoneEnrollEnabled: boolean;
  phoneVerifyEnabled: boolean;
  phoneOtpLength: number;
  /** The text of an SMS, with `{{ .Code }}` where the code belongs. */
  phoneTemplate: string;
  /** The least time between two SMS to one factor, in seconds. */
  phoneInterval: number;
}

/** Phone factors are offered unless a setting says otherwise: the inbox is a provider that costs nothing. */
export const defaultMfaSettings: MfaSettings = {
  maxEnrolledFactors: 10,
  challengeExpiry: 300,
  factorExpiry: 300,
  totpEnrollEnabled: true,
  totpVerifyEnabled: true,
  phoneEnrollEnabled: true,
  phoneVerifyEnabled: true,
  phoneOtpLength: 6,
  phoneTemplate: 'Your code is {{ .Code }}',
  phoneInterval: 1,
};
