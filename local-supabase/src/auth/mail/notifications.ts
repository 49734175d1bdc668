import { reportFailure } from '../../errors/report-failure.ts';
import { AuthError } from '../auth-error.ts';
import type { Call } from '../call.ts';
import type { MailTemplate, NotificationKind } from '../settings.ts';
import { userJson } from '../user-json.ts';
import type { UserRow } from '../users.ts';
import { callEmailHook } from './email-hook.ts';
import { fillTemplate, SENDER, siteUrlOf } from './mail-content.ts';

/** GoTrue's default mails (internal/mailer/templatemailer/templatemailer.go). */
const DEFAULT_MAILS: Readonly<Record<NotificationKind, MailTemplate>> = {
  password_changed: { subject: 'Your password was changed', html: '<h2>Your password was changed</h2><p>The password for your account was recently changed.</p>' },
  email_changed: {
    subject: 'Your email address was changed',
    html: '<h2>Your email address was changed</h2><p>The email address for your account was changed from {{ .OldEmail }} to {{ .Email }}.</p>',
  },
  phone_changed: { subject: 'Your phone number was changed', html: '<h2>Your phone number was changed</h2><p>The phone number for your account was changed.</p>' },
  identity_linked: {
    subject: 'A new sign-in method was linked to your account',
    html: '<h2>A new sign-in method was linked</h2><p>Your {{ .Provider }} account was linked as a new sign-in method for {{ .Email }}.</p>',
  },
  identity_unlinked: {
    subject: 'A sign-in method was removed from your account',
    html: '<h2>A sign-in method was removed</h2><p>Your {{ .Provider }} account was removed as a sign-in method for {{ .Email }}.</p>',
  },
  mfa_factor_enrolled: {
    subject: 'A new verification method was added to your account',
    html: '<h2>A new verification method was added</h2><p>Sign-in verification method {{ .FactorType }} was added to your account.</p>',
  },
  mfa_factor_unenrolled: {
    subject: 'A verification method was removed from your account',
    html: '<h2>A verification method was removed</h2><p>Sign-in verification method {{ .FactorType }} was removed from your account.</p>',
  },
};

/** A change of an account. */
interface AccountChange {
  readonly kind: NotificationKind;
  /** The account after the change. */
  readonly user: UserRow;
  /** The mailbox, if it is not that of the account. */
  readonly to?: string;
  readonly oldEmail?: string;
  readonly provider?: string;
  readonly factorType?: string;
}

/**
 * Tells a user by mail that their account has changed, if the project does and the account has an email address. Call it after the change is
 * committed: as in GoTrue, a mail that fails does not undo it.
 */
export async function notify(call: Call, change: AccountChange): Promise<void> {
  const { kind, user, oldEmail = '', provider = '', factorType = '' } = change;
  const { settings, limiters, database, messages } = call.auth;
  const template = settings.notifications.get(kind);
  const to = change.to ?? user.email ?? '';
  if (template === undefined || to === '') return;
  try {
    limiters.countMail();
    if (settings.sendEmailHook) {
      await callEmailHook(settings.sendEmailHook, {
        user: userJson(user),
        email_data: {
          token: '', token_hash: '', token_new: '', token_hash_new: '', redirect_to: '',
          email_action_type: `${kind}_notification`,
          site_url: `${settings.externalUrl ?? call.auth.apiUrl()}/auth/v1`,
          old_email: oldEmail, old_phone: '', provider, factor_type: factorType,
        },
      });
      return;
    }
    const content = fillTemplate(template ?? DEFAULT_MAILS[kind], {
      texts: { SiteURL: siteUrlOf(call), Email: user.email ?? '', OldEmail: oldEmail, Provider: provider, FactorType: factorType },
      data: user.raw_user_meta_data ?? {},
    });
    await messages.add(database, { channel: 'email', from: SENDER, to, ...content });
  } catch (error) {
    // The limit of mails is a normal reason.
    if (!(error instanceof AuthError && error.status === 429)) reportFailure(error);
  }
}
