import * as v from 'valibot';
import { askProject, NoAnswerError } from './ask-project.ts';
import { mend, note, ok, type Finding } from './finding.ts';
import type { Project } from './project.ts';

/** Supabase's Management API (https://supabase.com/docs/reference/api/v1-get-auth-service-config). */
const MANAGEMENT = 'https://api.supabase.com';

const DASHBOARD = 'in the dashboard, under Authentication, Sign In / Providers, Email';

const configSchema = v.object({
  security_update_password_require_current_password: v.optional(v.nullable(v.boolean())),
  mailer_secure_email_change_enabled: v.optional(v.nullable(v.boolean())),
  password_hibp_enabled: v.optional(v.nullable(v.boolean())),
});

/**
 * Whether a session alone is enough to take over its account: a new password needs the current one, a new address both
 * mailboxes. No visitor can see these settings, so it takes the access token that the Supabase CLI works with.
 *
 * @param token undefined where the environment has none
 * @param management where the Management API is
 */
export async function checkAccountChanges(project: Project, token: string | undefined, management = MANAGEMENT): Promise<readonly Finding[]> {
  const reference = /^https:\/\/([a-z0-9]+)\.supabase\.co$/.exec(project.url)?.[1];
  if (reference === undefined) return [unseen('Only the Supabase platform tells them.')];
  if (token === undefined || token === '') return [unseen('Set SUPABASE_ACCESS_TOKEN for this command to have them checked.')];
  try {
    const { status, body } = await askProject({ ...project, url: management }, `v1/projects/${reference}/config/auth`, { headers: { authorization: `Bearer ${token}` } });
    const config = v.safeParse(configSchema, body);
    if (status !== 200 || !config.success) return [unseen(`The Management API did not tell them (${status}): is SUPABASE_ACCESS_TOKEN of an account that may see the project?`)];
    return judge(config.output);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return [unseen(`The Management API ${error.message}.`)];
  }
}

function judge(config: v.InferOutput<typeof configSchema>): Finding[] {
  return [
    config.security_update_password_require_current_password
      ? ok('password change', 'A new password needs the current one.')
      : mend('password change', 'A session alone is enough to set a new password.', `Switch on "Require current password when updating" ${DASHBOARD}.`),
    config.mailer_secure_email_change_enabled
      ? ok('address change', 'A new address is confirmed from both mailboxes.')
      : mend('address change', 'A session and the new mailbox are enough to change the address.', `Run \`supabase config push\` (double_confirm_changes), or switch on "Secure email change" ${DASHBOARD}.`),
    config.password_hibp_enabled
      ? ok('leaked passwords', 'Leaked passwords are refused.')
      : note('leaked passwords', 'Only the screens refuse the commonest passwords, not the auth service.', `On the Pro plan, switch on "Prevent use of leaked passwords" ${DASHBOARD}.`),
  ];
}

function unseen(why: string): Finding {
  return note(
    'account changes',
    'Whether a new password needs the current one, and a new address both mailboxes, cannot be seen with the public key.',
    `${why} Otherwise compare "Require current password when updating" and "Secure email change" ${DASHBOARD}.`,
  );
}
