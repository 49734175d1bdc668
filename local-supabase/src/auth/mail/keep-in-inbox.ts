import type { Queries } from '../../database/database.ts';
import type { Call } from '../call.ts';
import { composeMail } from './mail-content.ts';
import { actionTypes, type Mailing } from './mailing.ts';
import { redirectAddress } from './redirect-address.ts';

const sender = 'no-reply@localhost';

/** Puts a mail into the inbox, within the transaction of the queries. */
export async function keepInInbox(call: Call, queries: Queries, { kind, user, letters }: Mailing): Promise<void> {
  const { settings, messages, apiUrl } = call.auth;
  const redirectTo = redirectAddress(call);
  for (const letter of letters) {
    if (!letter) continue;
    const confirmation = new URL(`${settings.externalUrl ?? apiUrl()}/auth/v1/verify`);
    confirmation.search = new URLSearchParams({ token: letter.hash, type: actionTypes[kind], redirect_to: redirectTo }).toString();
    const content = composeMail(
      kind,
      {
        SiteURL: settings.siteUrl.replace(/\/$/, ''),
        RedirectTo: redirectTo,
        ConfirmationURL: confirmation.toString(),
        Token: letter.otp,
        TokenHash: letter.hash,
        Email: user.email ?? '',
        NewEmail: user.email_change,
        Data: user.raw_user_meta_data ?? {},
      },
      settings.templates[kind],
    );
    await messages.add(queries, { channel: 'email', from: sender, to: letter.to, ...content });
  }
}
