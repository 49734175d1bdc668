import type { ActionType, HookPayload } from './hook-payload.ts';
import { HookError } from './hook-error.ts';
import { mailTemplates } from './mail-templates.ts';
import { renderMail, type RenderedMail } from './render-mail.ts';

/** A mail and its recipient. */
export interface AddressedMail extends RenderedMail {
  readonly to: string;
}

const TEMPLATE_OF: Readonly<Record<ActionType, keyof typeof mailTemplates>> = {
  signup: 'confirmation',
  invite: 'invite',
  recovery: 'recovery',
  magiclink: 'magic_link',
  email_change: 'email_change',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
  reauthentication: 'reauthentication',
  password_changed_notification: 'password_changed',
  email_changed_notification: 'email_changed',
  phone_changed_notification: 'phone_changed',
  identity_linked_notification: 'identity_linked',
  identity_unlinked_notification: 'identity_unlinked',
  mfa_factor_enrolled_notification: 'mfa_factor_enrolled',
  mfa_factor_unenrolled_notification: 'mfa_factor_unenrolled',
};

/** A recipient of a mail, and the secrets in it. */
interface Recipient {
  readonly to: string;
  readonly token: string;
  readonly hash: string;
}

/**
 * The mails of one request of the auth service.
 *
 * @param siteUrl URL of the site, without a slash at the end
 * @throws HookError if a recipient has no email address
 * @throws TemplateError if a template is wrong
 */
export function addressMails(payload: HookPayload, siteUrl: string): AddressedMail[] {
  const { user, email_data: data } = payload;
  const template = mailTemplates[TEMPLATE_OF[data.email_action_type]];
  return recipientsOf(payload).map(({ to, token, hash }) => {
    if (to === '') throw new HookError('The mail cannot be sent: the account has no address.', `a ${data.email_action_type} mail without a recipient`);
    const values = {
      SiteURL: siteUrl,
      RedirectTo: nextAddress(data.redirect_to, siteUrl),
      Token: token,
      TokenHash: hash,
      Email: user.email,
      NewEmail: user.new_email,
      SendingTo: to,
      OldEmail: data.old_email,
      Provider: data.provider,
      FactorType: data.factor_type,
      'Data.invited_by': user.user_metadata.invited_by,
      'Data.invited_to': user.user_metadata.invited_to,
      'Data.invited_to_view': user.user_metadata.invited_to_view,
      'Data.language': user.user_metadata.language,
      'Data.needs_password': user.user_metadata.needs_password ? 'yes' : '',
    };
    return { to, ...renderMail(template, values) };
  });
}

function recipientsOf({ user, email_data: data }: HookPayload): Recipient[] {
  // The hashes are swapped, for compatibility with older functions: `token` and `token_hash_new` belong to the current email address,
  // `token_new` and `token_hash` to the new one
  // (https://supabase.com/docs/guides/auth/auth-hooks/send-email-hook, "Email change behavior and token hash mapping").
  const both = data.token_hash_new !== '';
  const current = { to: user.email, token: data.token, hash: both ? data.token_hash_new : data.token_hash };
  const changed = { to: user.new_email, token: both ? data.token_new : data.token, hash: data.token_hash };
  const type = data.email_action_type;
  if (type === 'email_change') return both ? [current, changed] : [changed];
  if (type === 'email_change_new') return [changed];
  if (type === 'email_change_current') return [current];
  // The owner of the old email address has to learn that the account has left it.
  if (type === 'email_changed_notification') return [{ to: data.old_email, token: '', hash: '' }];
  return [{ to: user.email, token: data.token, hash: data.token_hash }];
}

/**
 * The URL that a link opens after it was redeemed: the requested one if it is on the site, otherwise the site. The auth
 * service has checked it against its list, but that also contains URLs that mails do not link to.
 */
function nextAddress(requested: string, siteUrl: string): string {
  if (!URL.canParse(requested)) return siteUrl;
  const { origin, href } = new URL(requested);
  return origin === new URL(siteUrl).origin ? href : siteUrl;
}
