import type { Rate } from '../http/rate-limiter.ts';

/** Rate limits of the auth service. null disables a limit. */
export interface RateLimits {
  /** Mails of the whole project. */
  emailSent: Rate | null;
  /** SMS of the whole project, if phone numbers must be confirmed. */
  smsSent: Rate | null;
  /** Sign-up, reset, resend, one-time-password and user-update requests, per client IP address. */
  signInSignUps: Rate | null;
  /** Anonymous sign-ins, per client IP address. */
  anonymousUsers: Rate | null;
  /** Password, refresh and PKCE grants, per client IP address. */
  tokenRefresh: Rate | null;
  /** Redeemed mail links and codes, per client IP address. */
  tokenVerifications: Rate | null;
  /** Challenges and verifications of second factors, per client IP address. */
  challengeAndVerify: Rate | null;
  /** Requested passkey challenges for a sign-in, per client IP address. */
  passkeys: Rate | null;
}

/** Disables every limit. */
export const NO_RATE_LIMITS: RateLimits = {
  emailSent: null,
  smsSent: null,
  signInSignUps: null,
  anonymousUsers: null,
  tokenRefresh: null,
  tokenVerifications: null,
  challengeAndVerify: null,
  passkeys: null,
};

/** GoTrue's limit of guesses at a second factor (internal/conf, internal/api/apilimiter). It is on by default. */
export const DEFAULT_CHALLENGE_RATE: Rate = { events: 15, seconds: 60, burst: 30 };

/** GoTrue's limit of passkey challenges (`GOTRUE_RATE_LIMIT_PASSKEY`). The Supabase CLI has no setting for it. */
export const DEFAULT_PASSKEY_RATE: Rate = { events: 30, seconds: 300, burst: 30 };

/** The kinds of mail, named as in the Supabase CLI's `auth.email.template` tables. */
export type MailKind = 'confirmation' | 'recovery' | 'invite' | 'magic_link' | 'email_change' | 'reauthentication';

/** The mails about a change of an account, named as in the Supabase CLI's `auth.email.notification` tables. */
export const NOTIFICATIONS = [
  'password_changed', 'email_changed', 'phone_changed', 'identity_linked', 'identity_unlinked', 'mfa_factor_enrolled', 'mfa_factor_unenrolled',
] as const;

/** A mail about a change of an account. */
export type NotificationKind = (typeof NOTIFICATIONS)[number];

/** A mail's subject and HTML part, with the placeholders of GoTrue's templates (`{{ .TokenHash }}` …). */
export interface MailTemplate {
  subject: string;
  html: string;
}

/** A function that sends the mails instead of the inbox (the Supabase CLI's `auth.hook.send_email`). */
export interface SendEmailHook {
  uri: string;
  /** Keys of the signatures, in base64. */
  secrets: string[];
}

/** The settings of second factors. Names and defaults follow the Supabase CLI's `[auth.mfa]` and GoTrue's `GOTRUE_MFA_…`. */
export interface MfaSettings {
  maxEnrolledFactors: number;
  /** How long a challenge can be answered, in seconds. */
  challengeExpiry: number;
  /** Seconds after which a factor that was never challenged may be removed. */
  factorExpiry: number;
  totpEnrollEnabled: boolean;
  totpVerifyEnabled: boolean;
  phoneEnrollEnabled: boolean;
  phoneVerifyEnabled: boolean;
  phoneOtpLength: number;
  /** The text of an SMS, with `{{ .Code }}` for the code. */
  phoneTemplate: string;
  /** The minimum time between two SMS to one factor, in seconds. */
  phoneInterval: number;
}

/** Phone factors are on by default: the inbox is a provider that costs nothing. */
export const DEFAULT_MFA_SETTINGS: MfaSettings = {
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

/** The settings of accounts with a phone number. Names and defaults follow the Supabase CLI's `[auth.sms]` and GoTrue's `GOTRUE_SMS_…`. */
export interface SmsSettings {
  /** Whether users can sign up, log in and be found by phone number. */
  enabled: boolean;
  /** Whether a phone number counts as confirmed without a code. */
  autoconfirm: boolean;
  /** The text of an SMS, with `{{ .Code }}` for the code. */
  template: string;
  /** The minimum time between two SMS to one user, in seconds. */
  interval: number;
  /** Lifetime of a code, in seconds. */
  otpExpiry: number;
  otpLength: number;
  /** Fixed codes by phone number, in its stored form. These numbers get no SMS. */
  testCodes: ReadonlyMap<string, string>;
}

/** Off by default, as in the Supabase CLI. */
export const DEFAULT_SMS_SETTINGS: SmsSettings = {
  enabled: false,
  autoconfirm: true,
  template: 'Your code is {{ .Code }}',
  interval: 5,
  otpExpiry: 60,
  otpLength: 6,
  testCodes: new Map(),
};

/** The settings of passkeys: the Supabase CLI's `[auth.passkey]` and `[auth.webauthn]`, and GoTrue's `GOTRUE_PASSKEY_…`. */
export interface PasskeySettings {
  enabled: boolean;
  maxPerUser: number;
  /** The domain that passkeys are bound to (WebAuthn's relying party ID). Defaults to the host of the site. */
  relyingPartyId: string | undefined;
  /** The site's name in the browser's dialog. */
  relyingPartyName: string;
  /** Origins of the site besides that of {@link AuthSettings.siteUrl}. */
  origins: string[];
  /** How long a challenge can be answered, in seconds. */
  challengeExpiry: number;
}

/** Off by default, as in the Supabase CLI. */
export const DEFAULT_PASSKEY_SETTINGS: PasskeySettings = {
  enabled: false,
  maxPerUser: 10,
  relyingPartyId: undefined,
  relyingPartyName: 'Supabase',
  origins: [],
  challengeExpiry: 300,
};

/** The settings of the auth service. Names and defaults follow the Supabase CLI's `config.toml`. */
export interface AuthSettings {
  siteUrl: string;
  /** Patterns of further URLs that links may lead to (`*` within a path segment, `**` across). */
  redirectUrls: string[];
  /** The URL of the API as tokens name it. Defaults to where the server listens. */
  externalUrl: string | undefined;
  signUpEnabled: boolean;
  /** Whether users log in and register with an email address. */
  emailEnabled: boolean;
  /** Whether visitors can sign in without an email address. */
  anonymousSignInsEnabled: boolean;
  /** Names of the other providers, such as `github`. This backend shows its own page instead of theirs. */
  providers: string[];
  /** Whether users may add providers to their account, and remove them. */
  manualLinkingEnabled: boolean;
  /** Whether an email address counts as confirmed without a mail. */
  autoconfirm: boolean;
  /** Whether a change of email address must be confirmed from both mailboxes. */
  doubleConfirmChanges: boolean;
  /** Whether a new password needs a mailed code when the session is older than a day. */
  securePasswordChange: boolean;
  /** Whether a new password needs the old one. */
  requireCurrentPassword: boolean;
  /** Lifetime of an access token, in seconds. */
  jwtExpiry: number;
  passwordMinimumLength: number;
  /** bcrypt cost of new password hashes: binary logarithm of the rounds. */
  passwordCost: number;
  /** Character sets. A password needs a character of each. */
  passwordCharacters: string[];
  refreshTokenRotation: boolean;
  /** How long a used refresh token still works, in seconds. */
  refreshTokenReuseInterval: number;
  /** Lifetime of mailed links and codes, in seconds. */
  otpExpiry: number;
  otpLength: number;
  /** The minimum time between two mails of one kind to one user, in seconds. */
  mailInterval: number;
  sms: SmsSettings;
  mfa: MfaSettings;
  passkeys: PasskeySettings;
  rateLimits: RateLimits;
  templates: Partial<Record<MailKind, MailTemplate>>;
  /** The mails about changes that are switched on. What a template lacks is GoTrue's default. */
  notifications: ReadonlyMap<NotificationKind, Partial<MailTemplate>>;
  sendEmailHook: SendEmailHook | undefined;
  /** The database function that hears of each code of a second factor (the Supabase CLI's `auth.hook.mfa_verification_attempt`), for SQL. */
  codeAttemptHook: string | undefined;
}

/** The default settings. */
export const DEFAULT_SETTINGS: AuthSettings = {
  siteUrl: 'http://localhost:3000',
  redirectUrls: [],
  externalUrl: undefined,
  signUpEnabled: true,
  emailEnabled: true,
  anonymousSignInsEnabled: false,
  providers: [],
  manualLinkingEnabled: false,
  autoconfirm: true,
  doubleConfirmChanges: true,
  securePasswordChange: false,
  requireCurrentPassword: false,
  jwtExpiry: 3600,
  passwordMinimumLength: 6,
  // GoTrue's cost.
  passwordCost: 10,
  passwordCharacters: [],
  refreshTokenRotation: true,
  refreshTokenReuseInterval: 10,
  otpExpiry: 3600,
  otpLength: 6,
  mailInterval: 1,
  sms: DEFAULT_SMS_SETTINGS,
  mfa: DEFAULT_MFA_SETTINGS,
  passkeys: DEFAULT_PASSKEY_SETTINGS,
  rateLimits: { ...NO_RATE_LIMITS, challengeAndVerify: DEFAULT_CHALLENGE_RATE, passkeys: DEFAULT_PASSKEY_RATE },
  templates: {},
  notifications: new Map(),
  sendEmailHook: undefined,
  codeAttemptHook: undefined,
};
