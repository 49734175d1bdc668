import * as v from 'valibot';
import { fix, note, ok, type Finding } from './finding.ts';
import { askProject, NoResponseError, type Project } from './project.ts';

/** Supabase's Management API (https://supabase.com/docs/reference/api/v1-get-auth-service-config). */
const MANAGEMENT = 'https://api.supabase.com';

const DASHBOARD = 'in the dashboard under Authentication, Sign In / Providers, Email';

const configSchema = v.object({
  security_update_password_require_current_password: v.optional(v.nullable(v.boolean())),
  mailer_secure_email_change_enabled: v.optional(v.nullable(v.boolean())),
  password_hibp_enabled: v.optional(v.nullable(v.boolean())),
});

/**
 * Checks that a stolen session is not enough to take over its account: a new password needs the current one, and a new
 * email address a confirmation from both mailboxes. Visitors cannot see these settings, so the check needs an access token of
 * the Supabase platform.
 *
 * @param token undefined if the environment has none
 * @param management URL of the Management API
 */
export async function checkAccountChanges(project: Project, token: string | undefined, management = MANAGEMENT): Promise<readonly Finding[]> {
  const reference = /^https:\/\/([a-z0-9]+)\.supabase\.co$/.exec(project.url)?.[1];
  if (reference === undefined) return [unseen('Only the Supabase platform shows them.')];
  if (token === undefined || token === '') return [unseen('To check them, set SUPABASE_ACCESS_TOKEN for this command.')];
  try {
    const { status, body } = await askProject({ ...project, url: management }, `v1/projects/${reference}/config/auth`, { headers: { authorization: `Bearer ${token}` } });
    const config = v.safeParse(configSchema, body);
    if (status !== 200 || !config.success) return [unseen(`The Management API did not return them (${status}). Check that SUPABASE_ACCESS_TOKEN belongs to an account with access to the project.`)];
    return findingsFor(config.output);
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    return [unseen(`The Management API ${error.message}.`)];
  }
}

function findingsFor(config: v.InferOutput<typeof configSchema>): Finding[] {
  return [
    config.security_update_password_require_current_password
      ? ok('password change', 'A new password requires the current one.')
      : fix('password change', 'A session is enough to set a new password.', `Turn on "Require current password when updating" ${DASHBOARD}.`),
    config.mailer_secure_email_change_enabled
      ? ok('address change', 'A new email address must be confirmed from both mailboxes.')
      : fix('address change', 'A session and the new mailbox are enough to change the email address.', `Run \`supabase config push\` (double_confirm_changes), or turn on "Secure email change" ${DASHBOARD}.`),
    config.password_hibp_enabled
      ? ok('leaked passwords', 'The auth service refuses leaked passwords.')
      : note('leaked passwords', 'The screens refuse the most common passwords, but the auth service accepts leaked ones.', `On the Pro plan, turn on "Prevent use of leaked passwords" ${DASHBOARD}.`),
  ];
}

function unseen(why: string): Finding {
  return note(
    'account changes',
    'The public key does not show whether a new password requires the current one, or a new email address a confirmation from both mailboxes.',
    `${why} Otherwise, look at "Require current password when updating" and "Secure email change" ${DASHBOARD}.`,
  );
}
