import * as v from 'valibot';
import type { SendEmailHook } from './settings.ts';

const secretPrefix = 'v1,whsec_';

/** The table `[auth.hook]` of a Supabase `config.toml`, as far as this backend has hooks: mails. */
export const hookConfig = v.object({
  send_email: v.optional(
    v.object({
      enabled: v.boolean(),
      uri: v.pipe(v.string(), v.url('must be a URL')),
      /** Several with a bar between them. */
      secrets: v.pipe(
        v.string(),
        v.transform((secrets) => secrets.split('|')),
        v.array(v.pipe(v.string(), v.startsWith(secretPrefix, `must begin with ${secretPrefix}`))),
      ),
    }),
  ),
});

/** The hook that the table switches on. */
export function toSendEmailHook({ send_email: hook }: v.InferOutput<typeof hookConfig>): SendEmailHook | undefined {
  return hook?.enabled === true ? { uri: hook.uri, secrets: hook.secrets.map((secret) => secret.slice(secretPrefix.length)) } : undefined;
}
