import * as v from 'valibot';
import { isRedirectPattern } from '../auth/mail/mailing.ts';
import { NOTIFICATIONS, DEFAULT_CHALLENGE_RATE, DEFAULT_MFA_SETTINGS, DEFAULT_PASSKEY_RATE, DEFAULT_PASSKEY_SETTINGS, DEFAULT_SMS_SETTINGS, type AuthSettings, type MfaSettings, type PasskeySettings, type SendEmailHook, type SmsSettings } from '../auth/settings.ts';
import type { Rate } from '../http/rate-limiter.ts';

const HOUR = 3600;
const FIVE_MINUTES = 300;
const MINUTE = 60;

/** A URL. */
export const address = v.pipe(v.string(), v.url('must be a URL'));

/** A Go duration with one unit, as in `config.toml` (`1s`, `5m`, `1h`), or a number of seconds. Parsed to seconds. */
const duration = v.union([
  v.pipe(v.number(), v.minValue(0)),
  v.pipe(
    v.string(),
    v.regex(/^\d+(\.\d+)?(ms|s|m|h)$/, 'must be a duration like "1s" or "5m"'),
    v.transform((text) => parseFloat(text) * (text.endsWith('ms') ? 0.001 : text.endsWith('s') ? 1 : text.endsWith('m') ? 60 : 3600)),
  ),
]);

/** A positive integer. */
const count = v.pipe(v.number(), v.integer(), v.minValue(1));

/** A rate limit: a number of requests, or "off". */
const limit = v.union([v.literal('off'), count]);

/** The number of digits of a code. */
const otpLength = v.pipe(count, v.minValue(6), v.maxValue(10));

/** The text of an SMS. */
const smsTemplate = v.pipe(v.string(), v.regex(/\{\{\s*\.Code\s*\}\}/, 'must contain {{ .Code }}'));

/**
 * The table `[auth.sms]` of a Supabase `config.toml`. The Supabase CLI does not know `otp_length` and `otp_expiry`: hosted projects set
 * them in GoTrue's environment (`GOTRUE_SMS_…`).
 */
const smsConfig = v.object({
  enable_signup: v.optional(v.boolean()),
  enable_confirmations: v.optional(v.boolean()),
  template: v.optional(smsTemplate),
  max_frequency: v.optional(duration),
  otp_length: v.optional(otpLength),
  otp_expiry: v.optional(count),
  /** Codes by phone number. */
  test_otp: v.optional(v.record(v.pipe(v.string(), v.regex(/^\+?[1-9]\d{1,14}$/, 'must be a phone number with country code')), v.string())),
});

/** The settings of the table, with defaults. */
function toSmsSettings(sms: v.InferOutput<typeof smsConfig>): SmsSettings {
  return {
    ...DEFAULT_SMS_SETTINGS,
    ...defined({
      enabled: sms.enable_signup,
      autoconfirm: sms.enable_confirmations === undefined ? undefined : !sms.enable_confirmations,
      template: sms.template,
      interval: sms.max_frequency,
      otpLength: sms.otp_length,
      otpExpiry: sms.otp_expiry,
      testCodes: sms.test_otp && new Map(Object.entries(sms.test_otp).map(([phone, code]) => [phone.replace('+', ''), code])),
    }),
  };
}

/**
 * The table `[auth.mfa]` of a Supabase `config.toml`. The Supabase CLI does not know `rate_limit_challenge_and_verify`
 * and the two expiries: hosted projects set them in GoTrue's environment (`GOTRUE_MFA_…`).
 */
const mfaConfig = v.object({
  max_enrolled_factors: v.optional(count),
  challenge_expiry_duration: v.optional(duration),
  factor_expiry_duration: v.optional(duration),
  /** Per client IP address and minute. */
  rate_limit_challenge_and_verify: v.optional(limit),
  totp: v.optional(v.object({ enroll_enabled: v.optional(v.boolean()), verify_enabled: v.optional(v.boolean()) }), {}),
  phone: v.optional(
    v.object({
      enroll_enabled: v.optional(v.boolean()),
      verify_enabled: v.optional(v.boolean()),
      otp_length: v.optional(otpLength),
      template: v.optional(smsTemplate),
      max_frequency: v.optional(duration),
    }),
    {},
  ),
});

/** The settings of the table, with defaults. */
function toMfaSettings({ totp, phone, ...mfa }: v.InferOutput<typeof mfaConfig>): MfaSettings {
  return {
    ...DEFAULT_MFA_SETTINGS,
    ...defined({
      maxEnrolledFactors: mfa.max_enrolled_factors,
      challengeExpiry: mfa.challenge_expiry_duration,
      factorExpiry: mfa.factor_expiry_duration,
      totpEnrollEnabled: totp.enroll_enabled,
      totpVerifyEnabled: totp.verify_enabled,
      phoneEnrollEnabled: phone.enroll_enabled,
      phoneVerifyEnabled: phone.verify_enabled,
      phoneOtpLength: phone.otp_length,
      phoneTemplate: phone.template,
      phoneInterval: phone.max_frequency,
    }),
  };
}

/** The table `[auth.passkey]` of a Supabase `config.toml`. */
const passkeyConfig = v.object({ enabled: v.optional(v.boolean()) });

/** The table `[auth.webauthn]` of a Supabase `config.toml`: the site that passkeys are for. */
const webauthnConfig = v.object({
  rp_display_name: v.optional(v.string()),
  rp_id: v.optional(v.string()),
  rp_origins: v.optional(v.array(address)),
});

/** The settings of the two tables, with defaults. */
function toPasskeySettings({ enabled }: v.InferOutput<typeof passkeyConfig>, site: v.InferOutput<typeof webauthnConfig>): PasskeySettings {
  return {
    ...DEFAULT_PASSKEY_SETTINGS,
    ...defined({ enabled, relyingPartyId: site.rp_id, relyingPartyName: site.rp_display_name, origins: site.rp_origins }),
  };
}

const SECRET_PREFIX = 'v1,whsec_';

/** The address of a hook that is a database function: `pg-functions://postgres/schema/function`. */
const DATABASE_HOOK = /^pg-functions:\/\/[^/]+\/(\w+)\/(\w+)$/;

/** The table `[auth.hook]` of a Supabase `config.toml`. This backend supports the hook that sends mails, and that of second factors' codes. */
const hookConfig = v.object({
  send_email: v.optional(
    v.object({
      enabled: v.boolean(),
      uri: v.pipe(v.string(), v.url('must be a URL')),
      /** One or several, separated by `|`. */
      secrets: v.pipe(
        v.string(),
        v.transform((secrets) => secrets.split('|')),
        v.array(v.pipe(v.string(), v.startsWith(SECRET_PREFIX, `must start with ${SECRET_PREFIX}`))),
      ),
    }),
  ),
  mfa_verification_attempt: v.optional(
    v.object({ enabled: v.boolean(), uri: v.pipe(v.string(), v.regex(DATABASE_HOOK, 'must be pg-functions://postgres/schema/function')) }),
  ),
});

/** The name of the function of the enabled hook, for SQL. */
function toCodeAttemptHook({ mfa_verification_attempt: hook }: v.InferOutput<typeof hookConfig>): string | undefined {
  const [, schema, name] = DATABASE_HOOK.exec(hook?.enabled === true ? hook.uri : '') ?? [];
  return schema === undefined || name === undefined ? undefined : `"${schema}"."${name}"`;
}

/** The enabled hook. */
function toSendEmailHook({ send_email: hook }: v.InferOutput<typeof hookConfig>): SendEmailHook | undefined {
  return hook?.enabled === true ? { uri: hook.uri, secrets: hook.secrets.map((secret) => secret.slice(SECRET_PREFIX.length)) } : undefined;
}

/** The character sets of `password_requirements`, as in the Supabase CLI. */
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const SYMBOLS = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~';
const REQUIREMENTS = new Map([
  ['', []],
  ['letters_digits', [LOWER + LOWER.toUpperCase(), DIGITS]],
  ['lower_upper_letters_digits', [LOWER, LOWER.toUpperCase(), DIGITS]],
  ['lower_upper_letters_digits_symbols', [LOWER, LOWER.toUpperCase(), DIGITS, SYMBOLS]],
]);

const template = v.object({ subject: v.string(), content_path: v.string() });

/** A mail about a change of an account. */
const notification = v.object({ enabled: v.optional(v.boolean(), false), subject: v.optional(v.string()), content_path: v.optional(v.string()) });

/** The supported settings of the table `[auth]` of a Supabase `config.toml`. */
export const authConfig = v.object({
  site_url: v.optional(address),
  additional_redirect_urls: v.optional(v.array(v.pipe(v.string(), v.check(isRedirectPattern, 'must be a URL or a pattern of URLs')))),
  jwt_expiry: v.optional(v.pipe(count, v.maxValue(604800))),
  enable_signup: v.optional(v.boolean()),
  enable_anonymous_sign_ins: v.optional(v.boolean()),
  enable_manual_linking: v.optional(v.boolean()),
  external: v.optional(v.record(v.string(), v.object({ enabled: v.optional(v.boolean(), false) })), {}),
  enable_refresh_token_rotation: v.optional(v.boolean()),
  refresh_token_reuse_interval: v.optional(v.pipe(v.number(), v.minValue(0))),
  minimum_password_length: v.optional(count),
  password_requirements: v.optional(v.picklist([...REQUIREMENTS.keys()])),
  rate_limit: v.optional(
    v.object({
      email_sent: v.optional(limit),
      sms_sent: v.optional(limit),
      sign_in_sign_ups: v.optional(limit),
      anonymous_users: v.optional(limit),
      token_refresh: v.optional(limit),
      token_verifications: v.optional(limit),
    }),
    {},
  ),
  sms: v.optional(smsConfig, {}),
  mfa: v.optional(mfaConfig, {}),
  passkey: v.optional(passkeyConfig, {}),
  webauthn: v.optional(webauthnConfig, {}),
  hook: v.optional(hookConfig, {}),
  email: v.optional(
    v.object({
      enable_signup: v.optional(v.boolean()),
      enable_confirmations: v.optional(v.boolean()),
      double_confirm_changes: v.optional(v.boolean()),
      secure_password_change: v.optional(v.boolean()),
      // GoTrue has this setting. The Supabase CLI does not know it yet.
      require_current_password: v.optional(v.boolean()),
      max_frequency: v.optional(duration),
      otp_expiry: v.optional(count),
      otp_length: v.optional(otpLength),
      template: v.optional(
        v.object({
          confirmation: v.optional(template),
          recovery: v.optional(template),
          invite: v.optional(template),
          magic_link: v.optional(template),
          email_change: v.optional(template),
          reauthentication: v.optional(template),
        }),
        {},
      ),
      notification: v.optional(v.object(v.entriesFromList(NOTIFICATIONS, v.optional(notification))), {}),
    }),
    {},
  ),
});

function toRate(value: v.InferOutput<typeof limit> | undefined, seconds: number): Rate | null {
  return value === undefined || value === 'off' ? null : { events: value, seconds };
}

/** The settings of the table, without those that it leaves out. */
export function toAuthSettings(auth: v.InferOutput<typeof authConfig>, externalUrl: string | undefined): Partial<AuthSettings> {
  const { email, rate_limit: rates } = auth;
  const challenges = auth.mfa.rate_limit_challenge_and_verify;
  const requirement = auth.password_requirements;
  return defined({
    externalUrl: externalUrl?.replace(/\/$/, ''),
    siteUrl: auth.site_url,
    redirectUrls: auth.additional_redirect_urls,
    jwtExpiry: auth.jwt_expiry,
    signUpEnabled: auth.enable_signup,
    emailEnabled: email.enable_signup,
    anonymousSignInsEnabled: auth.enable_anonymous_sign_ins,
    manualLinkingEnabled: auth.enable_manual_linking,
    providers: Object.entries(auth.external).flatMap(([name, { enabled }]) => (enabled ? [name] : [])),
    refreshTokenRotation: auth.enable_refresh_token_rotation,
    refreshTokenReuseInterval: auth.refresh_token_reuse_interval,
    passwordMinimumLength: auth.minimum_password_length,
    passwordCharacters: requirement === undefined ? undefined : REQUIREMENTS.get(requirement),
    autoconfirm: email.enable_confirmations === undefined ? undefined : !email.enable_confirmations,
    doubleConfirmChanges: email.double_confirm_changes,
    securePasswordChange: email.secure_password_change,
    requireCurrentPassword: email.require_current_password,
    mailInterval: email.max_frequency,
    sms: toSmsSettings(auth.sms),
    mfa: toMfaSettings(auth.mfa),
    passkeys: toPasskeySettings(auth.passkey, auth.webauthn),
    sendEmailHook: toSendEmailHook(auth.hook),
    codeAttemptHook: toCodeAttemptHook(auth.hook),
    otpExpiry: email.otp_expiry,
    otpLength: email.otp_length,
    rateLimits: {
      emailSent: toRate(rates.email_sent, HOUR),
      smsSent: toRate(rates.sms_sent, HOUR),
      signInSignUps: toRate(rates.sign_in_sign_ups, FIVE_MINUTES),
      anonymousUsers: toRate(rates.anonymous_users, HOUR),
      tokenRefresh: toRate(rates.token_refresh, FIVE_MINUTES),
      tokenVerifications: toRate(rates.token_verifications, FIVE_MINUTES),
      challengeAndVerify: challenges === undefined ? DEFAULT_CHALLENGE_RATE : toRate(challenges, MINUTE),
      passkeys: DEFAULT_PASSKEY_RATE,
    },
  });
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The object without its undefined fields. */
function defined<T extends object>(fields: T): Defined<T> {
  const result: Defined<T> = {};
  for (const key of keysOf(fields)) {
    const value = fields[key];
    if (isDefined(value)) result[key] = value;
  }
  return result;
}

function keysOf<T extends object>(fields: T): (keyof T)[] {
  return Object.keys(fields).filter((key): key is Extract<keyof T, string> => key in fields);
}

function isDefined<T>(value: T): value is Exclude<T, undefined> {
  return value !== undefined;
}
