import * as v from 'valibot';
import { SettingsError } from './hook-error.ts';

/** A secret of the hook, as Supabase generates it: at least 24 bytes in base64. */
const SECRET = /^v1,whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The function's environment variables. `supabase secrets set` sets them. */
const environmentSchema = v.object({
  // Several, separated by bars, while the secret is being changed. The auth service signs with each of its secrets.
  SEND_EMAIL_HOOK_SECRET: v.pipe(
    v.string(),
    v.transform((secrets) => secrets.split('|')),
    v.array(v.pipe(v.string(), v.regex(SECRET))),
    v.transform((secrets) => secrets.map((secret) => secret.slice('v1,whsec_'.length))),
  ),
  SITE_URL: v.pipe(v.string(), v.url(), v.regex(/^https?:/), v.transform((address) => address.replace(/\/+$/, ''))),
  MAIL_FROM: v.pipe(v.string(), v.regex(/^[^\r\n]*[^\s@<]@[^\s@>]+>?$/)),
  MAIL_PROVIDER: v.optional(v.picklist(['resend']), 'resend'),
  RESEND_API_KEY: v.pipe(v.string(), v.minLength(1)),
});

/** The settings of the function. */
export interface Settings {
  /** Keys of the signatures (Standard Webhooks), in base64. */
  readonly signingSecrets: readonly string[];
  /** URL of the site, without a slash at the end. The one in the request is the auth service's own. */
  readonly siteUrl: string;
  /** Sender, as `Name <address>` or an address alone. */
  readonly from: string;
  readonly provider: { readonly name: 'resend'; readonly key: string };
}

/** Reads the settings. @throws SettingsError that names the first variable that is missing or wrong */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const parsed = v.safeParse(environmentSchema, environment);
  if (!parsed.success) {
    const name = v.getDotPath(parsed.issues[0])?.split('.')[0] ?? 'A secret';
    throw new SettingsError(`${name} is missing or wrong. Set it with \`supabase secrets set\`.`);
  }
  const { SEND_EMAIL_HOOK_SECRET, SITE_URL, MAIL_FROM, MAIL_PROVIDER, RESEND_API_KEY } = parsed.output;
  return {
    signingSecrets: SEND_EMAIL_HOOK_SECRET,
    siteUrl: SITE_URL,
    from: MAIL_FROM,
    provider: { name: MAIL_PROVIDER, key: RESEND_API_KEY },
  };
}
