import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { checkTemplate, TemplateError } from '../mail-templates/template-actions.ts';
import { count, defined, duration, limit, otpLength } from './config-values.ts';
import { hookConfig, toSendEmailHook } from './hook-config.ts';
import { mfaConfig, toMfaSettings } from './mfa-config.ts';
import { defaultChallengeRate } from './settings.ts';
import type { AuthSettings, MailKind, MailTemplate, Rate } from './settings.ts';
import { readSettingsFile } from './settings-file.ts';
import { StartError } from './start-error.ts';

const hour = 3600;
const fiveMinutes = 300;
const minute = 60;

const address = v.pipe(v.string(), v.url('must be a URL'));

/** Characters that `password_requirements` asks for, as the Supabase CLI spells them out. */
const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const symbols = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~';
const requirements = new Map([
  ['', []],
  ['letters_digits', [lower + lower.toUpperCase(), digits]],
  ['lower_upper_letters_digits', [lower, lower.toUpperCase(), digits]],
  ['lower_upper_letters_digits_symbols', [lower, lower.toUpperCase(), digits, symbols]],
]);

const template = v.object({ subject: v.string(), content_path: v.string() });

/** The part of a Supabase `config.toml` that this backend goes by. What else is in the file is left to the Supabase CLI. */
const configSchema = v.object({
  api: v.optional(v.object({ external_url: v.optional(address) }), {}),
  auth: v.optional(
    v.object({
      site_url: v.optional(address),
      additional_redirect_urls: v.optional(v.array(v.string())),
      jwt_expiry: v.optional(v.pipe(count, v.maxValue(604800))),
      enable_signup: v.optional(v.boolean()),
      enable_refresh_token_rotation: v.optional(v.boolean()),
      refresh_token_reuse_interval: v.optional(v.pipe(v.number(), v.minValue(0))),
      minimum_password_length: v.optional(count),
      password_requirements: v.optional(v.picklist([...requirements.keys()])),
      rate_limit: v.optional(
        v.object({
          email_sent: v.optional(limit),
          sign_in_sign_ups: v.optional(limit),
          token_refresh: v.optional(limit),
          token_verifications: v.optional(limit),
        }),
        {},
      ),
      mfa: v.optional(mfaConfig, {}),
      hook: v.optional(hookConfig, {}),
      email: v.optional(
        v.object({
          enable_confirmations: v.optional(v.boolean()),
          double_confirm_changes: v.optional(v.boolean()),
          secure_password_change: v.optional(v.boolean()),
          // GoTrue has it; the Supabase CLI does not know it yet.
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
        }),
        {},
      ),
    }),
    {},
  ),
});
type Config = v.InferOutput<typeof configSchema>;

/**
 * Reads settings from a Supabase `config.toml`, or from JSON of the same shape (by the ending `.json`).
 * A rate limit is a number as there, or "off".
 * @throws StartError naming the field, when the file cannot be read or holds something it must not.
 */
export async function readConfigFile(file: string): Promise<Partial<AuthSettings>> {
  const config = await readSettingsFile(file, configSchema);
  return { ...toSettings(config), templates: await readTemplates(config, path.dirname(file)) };
}

function toRate(value: v.InferOutput<typeof limit> | undefined, seconds: number): Rate | null {
  return value === undefined || value === 'off' ? null : { events: value, seconds };
}

function toSettings({ api, auth }: Config): Partial<AuthSettings> {
  const { email, rate_limit: rates } = auth;
  const challenges = auth.mfa.rate_limit_challenge_and_verify;
  const requirement = auth.password_requirements;
  return defined({
    externalUrl: api.external_url?.replace(/\/$/, ''),
    siteUrl: auth.site_url,
    redirectUrls: auth.additional_redirect_urls,
    jwtExpiry: auth.jwt_expiry,
    signUpEnabled: auth.enable_signup,
    refreshTokenRotation: auth.enable_refresh_token_rotation,
    refreshTokenReuseInterval: auth.refresh_token_reuse_interval,
    passwordMinimumLength: auth.minimum_password_length,
    passwordCharacters: requirement === undefined ? undefined : requirements.get(requirement),
    autoconfirm: email.enable_confirmations === undefined ? undefined : !email.enable_confirmations,
    doubleConfirmChanges: email.double_confirm_changes,
    securePasswordChange: email.secure_password_change,
    requireCurrentPassword: email.require_current_password,
    mailInterval: email.max_frequency,
    mfa: toMfaSettings(auth.mfa),
    sendEmailHook: toSendEmailHook(auth.hook),
    otpExpiry: email.otp_expiry,
    otpLength: email.otp_length,
    rateLimits: {
      emailSent: toRate(rates.email_sent, hour),
      signInSignUps: toRate(rates.sign_in_sign_ups, fiveMinutes),
      tokenRefresh: toRate(rates.token_refresh, fiveMinutes),
      tokenVerifications: toRate(rates.token_verifications, fiveMinutes),
      challengeAndVerify: challenges === undefined ? defaultChallengeRate : toRate(challenges, minute),
    },
  });
}

/** Paths are relative to the directory that holds the `supabase` folder, as for the Supabase CLI. */
async function readTemplates({ auth }: Config, directory: string): Promise<Partial<Record<MailKind, MailTemplate>>> {
  const root = path.basename(directory) === 'supabase' ? path.dirname(directory) : directory;
  const templates: Partial<Record<MailKind, MailTemplate>> = {};
  const kinds = ['confirmation', 'recovery', 'invite', 'magic_link', 'email_change', 'reauthentication'] as const;
  for (const kind of kinds) {
    const given = auth.email.template[kind];
    if (!given) continue;
    const file = path.resolve(root, given.content_path);
    requireTemplate(`auth.email.template.${kind}.subject`, given.subject);
    templates[kind] = { subject: given.subject, html: await readTemplate(kind, file) };
  }
  return templates;
}

async function readTemplate(kind: MailKind, file: string): Promise<string> {
  let html: string;
  try {
    html = await readFile(file, 'utf8');
  } catch (cause) {
    throw new StartError(`Cannot read the mail template ${file}. Correct auth.email.template.${kind}.content_path.`, { cause });
  }
  requireTemplate(`The mail template ${file}`, html);
  return html;
}

/** GoTrue would say nothing, and write its own mail instead. @throws StartError for a template with an action that is wrong */
function requireTemplate(name: string, template: string): void {
  try {
    checkTemplate(template);
  } catch (cause) {
    if (!(cause instanceof TemplateError)) throw cause;
    throw new StartError(`${name} is wrong: ${cause.message}`, { cause });
  }
}
