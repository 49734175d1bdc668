import type { AuthSettings } from './check-auth-service.ts';
import { mend, note, ok, type Finding } from './finding.ts';

const PUSH = 'Run `supabase config push`';

/** What the settings of the auth service mean for the site's own screens. */
export function checkSignIn({ disable_signup: closed, external, mailer_autoconfirm: unconfirmed }: AuthSettings): Finding[] {
  return [
    closed
      ? mend('sign-up', 'Nobody new can register.', `${PUSH} (enable_signup in supabase/config.toml), or allow new users to sign up in the dashboard.`)
      : ok('sign-up', 'Visitors can register.'),
    external.email
      ? ok('email', 'Visitors log in with email and password.')
      : mend('email', 'Sign-in by email is off, and the site has no other.', `${PUSH} ([auth.email] in supabase/config.toml), or enable the Email provider in the dashboard.`),
    unconfirmed
      ? note(
          'confirmation',
          'Visitors are signed in as soon as they register, with an address that nobody has proved; who registers a known address is told so.',
          `${PUSH} (enable_confirmations) if addresses are to be confirmed.`,
        )
      : note(
          'confirmation',
          'Visitors confirm their address by a mailed link before they can log in.',
          'The built-in mail service writes to the project’s own team only, a few times an hour: set up SMTP, or the hook of send-email, before others register.',
        ),
    external.phone
      ? note('phone', 'Phone is on.', 'As a second factor it also needs [auth.mfa.phone] in supabase/config.toml, which cannot be seen from here.')
      : note(
          'phone',
          'Sign-in by phone is off, and with it, as a rule, the SMS without which no phone can be offered as a second factor; authenticator apps need none.',
          'To offer it, set up a provider in the dashboard and [auth.mfa.phone] in supabase/config.toml.',
        ),
  ];
}
