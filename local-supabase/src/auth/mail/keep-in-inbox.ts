import type { Queries } from '../../database/database.ts';
import type { MailKind, MailTemplate } from '../../options/settings.ts';
import type { Call } from '../call.ts';
import { TemplateError } from '../../mail-templates/template-actions.ts';
import { AuthError } from '../auth-error.ts';
import { composeMail, type MailContent, type MailValues } from './mail-content.ts';
import { actionTypes, type Mailing } from './mailing.ts';
import { redirectAddress } from './redirect-address.ts';

const sender = 'no-reply@localhost';

/** Puts a mail into the inbox, within the transaction of the queries. @throws AuthError `unexpected_failure` where the template cannot be filled */
export async function keepInInbox(call: Call, queries: Queries, { kind, user, letters }: Mailing): Promise<void> {
  const { settings, messages, apiUrl } = call.auth;
  const redirectTo = redirectAddress(call);
  for (const letter of letters) {
    if (!letter) continue;
    const confirmation = new URL(`${settings.externalUrl ?? apiUrl()}/auth/v1/verify`);
    confirmation.search = new URLSearchParams({ token: letter.hash, type: actionTypes[kind], redirect_to: redirectTo }).toString();
    const content = compose(kind, settings.templates[kind], {
      SiteURL: settings.siteUrl.replace(/\/$/, ''),
      RedirectTo: redirectTo,
      ConfirmationURL: confirmation.toString(),
      Token: letter.otp,
      TokenHash: letter.hash,
      Email: user.email ?? '',
      NewEmail: user.email_change,
      SendingTo: letter.to,
      Data: user.raw_user_meta_data ?? {},
    });
    await messages.add(queries, { channel: 'email', from: sender, to: letter.to, ...content });
  }
}

/** What GoTrue calls the kinds of mails where it cannot send one (internal/api/mail.go). */
const spokenNames: Readonly<Record<MailKind, string>> = {
  confirmation: 'confirmation',
  invite: 'invite',
  magic_link: 'magic link',
  recovery: 'recovery',
  email_change: 'email change',
  reauthentication: 'reauthentication',
};

function compose(kind: MailKind, template: MailTemplate | undefined, values: MailValues): MailContent {
  try {
    return composeMail(kind, values, template);
  } catch (cause) {
    if (!(cause instanceof TemplateError)) throw cause;
    throw new AuthError(`Error sending ${spokenNames[kind]} email`, { status: 500, code: 'unexpected_failure', cause });
  }
}
