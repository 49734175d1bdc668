import { PROVIDERS } from '@atrium/page-kit/contract/auth';
import * as v from 'valibot';
import { fix, note, ok, type Finding } from './finding.ts';
import { askProject, NoResponseError, type Project, type ProjectResponse } from './project.ts';

/** The part of `GET /auth/v1/settings` (supabase/auth, `internal/api/settings.go`) that the site depends on. */
const authSettingsSchema = v.object({
  external: v.looseObject({ email: v.boolean(), phone: v.boolean() }),
  disable_signup: v.boolean(),
  mailer_autoconfirm: v.boolean(),
  // Older services lack it.
  passkeys_enabled: v.optional(v.boolean(), false),
});

/** The public settings of a project's auth service. */
type AuthSettings = v.InferOutput<typeof authSettingsSchema>;

interface AuthServiceReport {
  readonly findings: readonly Finding[];
  /** Null if further requests would fail as well. */
  readonly settings: AuthSettings | null;
}

const CHECK_URL = 'Compare SUPABASE_URL with the project’s API settings. It must be https://YOUR-PROJECT.supabase.co, without a path.';

const PUSH = 'Run `supabase config push`';

/** Status codes of the platform (https://supabase.com/docs/guides/platform/http-status-codes). */
const PLATFORM: Readonly<Record<number, readonly [found: string, advice: string]>> = {
  402: ['is restricted because of its usage or unpaid bills (402)', 'Open the organization’s usage and billing in the dashboard.'],
  429: ['received too many requests (429)', 'Wait a minute and try again.'],
  540: ['is paused (540)', 'Restore it in the dashboard.'],
};

/** Requests the settings of the auth service. This first request shows whether the URL and the key are right. */
export async function checkAuthService(project: Project): Promise<AuthServiceReport> {
  try {
    return report(project, await askProject(project, 'auth/v1/settings'));
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    return failed(`The project ${error.message}.`, `Check that this machine is online and that the project is neither paused nor deleted. ${CHECK_URL}`);
  }
}

function report({ url }: Project, { status, body, movedTo }: ProjectResponse): AuthServiceReport {
  const reached = ok('project', `The project responds at ${url}.`);
  const platform = PLATFORM[status];
  if (platform) return failed(`The project ${platform[0]}.`, platform[1]);
  if (status >= 500) return failed(`The project has an internal error (${status}).`, 'Check its state in the dashboard, and try again in a few minutes.');
  if (status >= 300 && status < 400) {
    return failed(`The URL redirects to ${movedTo ?? 'another one'} (${status}).`, `Browsers need the final URL. ${CHECK_URL}`);
  }
  if (body === undefined) return failed(`The response from ${url} is a web page or something else, not that of a Supabase project (${status}).`, CHECK_URL);
  if (status === 401 || status === 403) {
    const refused = fix(
      'key',
      `The project does not accept SUPABASE_KEY (${status}).`,
      'Copy the publishable key (sb_publishable_…) of this project. A legacy anon key stops working when the project disables legacy keys.',
    );
    return { findings: [reached, refused], settings: null };
  }
  const settings = v.safeParse(authSettingsSchema, body);
  if (status !== 200 || !settings.success) return failed(`The server at ${url} has no auth service of a Supabase project (${status}).`, CHECK_URL);
  return { findings: [reached, ok('key', 'The project accepts SUPABASE_KEY, and it is a public key.')], settings: settings.output };
}

function failed(found: string, advice: string): AuthServiceReport {
  return { findings: [fix('project', found, advice)], settings: null };
}

/** Checks that the settings of the auth service fit the site's screens. */
export function checkSignIn({ disable_signup: isClosed, external, mailer_autoconfirm: isUnconfirmed }: AuthSettings): Finding[] {
  return [
    isClosed
      ? note('sign-up', 'The project takes no new accounts, so the site offers none.', `To take some: ${PUSH} (enable_signup in supabase/config.toml), or allow new users to sign up in the dashboard.`)
      : ok('sign-up', 'Visitors can register.'),
    external.email
      ? ok('email', 'Visitors log in with email and password.')
      : note('email', 'Sign-in by email is off, so the log-in page offers only passkeys and providers.', `To offer it: ${PUSH} (enable_signup of [auth.email] in supabase/config.toml), or enable the Email provider in the dashboard.`),
    isUnconfirmed
      ? note(
          'confirmation',
          'Visitors are signed in as soon as they register, without proof that the email address is theirs. Registering a known one reveals that it has an account.',
          `${PUSH} (enable_confirmations) to require confirmation.`,
        )
      : note(
          'confirmation',
          'Visitors confirm their email address with a mailed link before they can log in.',
          'The built-in mail service sends only to members of the project’s team, and only a few mails an hour. Set up SMTP, or the hook of send-email, before others register.',
        ),
    providers(external),
    external.phone
      ? note('phone', 'Phone is on.', 'For two-step verification it also needs [auth.mfa.phone] in supabase/config.toml, which this check cannot see.')
      : note(
          'phone',
          'Sign-in by phone is off. Usually no SMS provider is set up then, so visitors cannot use a phone for two-step verification; authenticator apps work.',
          'To offer it, set up a provider in the dashboard and [auth.mfa.phone] in supabase/config.toml.',
        ),
  ];
}

/** Which providers the project has. The settings do not show whether users may link accounts to theirs. */
function providers(external: AuthSettings['external']): Finding {
  const on = Object.entries(PROVIDERS).flatMap(([id, name]) => (external[id] === true ? [name] : []));
  return on.length > 0
    ? ok('providers', `The log-in page offers ${on.join(', ')}.`)
    : note('providers', 'No provider such as Google or GitHub is on, so the log-in page offers none.', 'To offer one, create an app at the provider, and set its id and secret in [auth.external.google] of supabase/config.toml or in the dashboard.');
}
