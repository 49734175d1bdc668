import { reportFailure } from '../../errors/report-failure.ts';
import { AuthError } from '../auth-error.ts';
import type { Call } from '../call.ts';
import type { MailTemplate, NotificationKind } from '../settings.ts';
import type { UserRow } from '../users.ts';
import { callEmailHook, mailPayload } from './email-hook.ts';
import { fillTemplate, SENDER, siteUrlOf } from './mail-content.ts';

/** The subjects and texts of GoTrue's default mails (internal/mailer/templatemailer/templatemailer.go). */
const DEFAULT_MAILS: Readonly<Record<NotificationKind, MailTemplate>> = {
  password_changed: defaultMail('Your password was changed', 'Your password was changed', 'The password for your account was recently changed.', 'reset your password and contact support immediately'),
  email_changed: defaultMail('Your email address was changed', 'Your email address was changed', 'The email address for your account was changed from {{ .OldEmail }} to {{ .Email }}.'),
  phone_changed: defaultMail('Your phone number was changed', 'Your phone number was changed', 'The phone number for your account was changed from {{ .OldPhone }} to {{ .Phone }}.'),
  identity_linked: defaultMail('A new sign-in method was linked to your account', 'A new sign-in method was linked', 'Your {{ .Provider }} account was linked as a new sign-in method for {{ .Email }}.'),
  identity_unlinked: defaultMail('A sign-in method was removed from your account', 'A sign-in method was removed', 'Your {{ .Provider }} account was removed as a sign-in method for {{ .Email }}.'),
  mfa_factor_enrolled: defaultMail('A new verification method was added to your account', 'A new verification method was added', 'Sign-in verification method {{ .FactorType }} was added to your account.'),
  mfa_factor_unenrolled: defaultMail('A verification method was removed from your account', 'A verification method was removed', 'Sign-in verification method {{ .FactorType }} was removed from your account.'),
};

function defaultMail(subject: string, title: string, text: string, advice = 'contact support immediately'): MailTemplate {
  return { subject, html: `<h2>${title}</h2><p>${text}</p><p>If you didn't make this change, ${advice}.</p>` };
}

/** A change of an account. */
interface AccountChange {
  readonly kind: NotificationKind;
  /** Whose account it is. A hook gets it as it is here. */
  readonly user: UserRow;
  /** The mailbox, if it is not that of the account. */
  readonly to?: string;
  readonly oldEmail?: string;
  readonly oldPhone?: string;
  readonly provider?: string;
  readonly factorType?: string;
}

/**
 * Tells a user by mail that their account has changed, if the project does and the account has an email address. Call it after the change is
 * committed: as in GoTrue, a mail that fails does not undo it.
 */
export async function notify(call: Call, change: AccountChange): Promise<void> {
  const { kind, user, oldEmail = '', oldPhone = '', provider = '', factorType = '' } = change;
  const { settings, limiters, database, messages } = call.auth;
  const template = settings.notifications.get(kind);
  const to = change.to ?? user.email ?? '';
  if (template === undefined || to === '') return;
  try {
    limiters.countMail();
    if (settings.sendEmailHook) {
      await callEmailHook(settings.sendEmailHook, mailPayload(call, user, `${kind}_notification`, { old_email: oldEmail, old_phone: oldPhone, provider, factor_type: factorType }));
      return;
    }
    const content = fillTemplate({ ...DEFAULT_MAILS[kind], ...template }, {
      texts: { SiteURL: siteUrlOf(call), Email: user.email ?? '', OldEmail: oldEmail, Phone: user.phone ?? '', OldPhone: oldPhone, Provider: provider, FactorType: factorType },
      data: user.raw_user_meta_data ?? {},
    });
    await messages.add(database, { channel: 'email', from: SENDER, to, ...content });
  } catch (error) {
    // The limit of mails is a normal reason.
    if (!(error instanceof AuthError && error.status === 429)) reportFailure(error);
  }
}

/** Tells a user by mail that their phone number has changed or, if it is the first one, that they can log in with it. */
export async function notifyPhoneChange(call: Call, before: UserRow, after: UserRow): Promise<void> {
  if (before.phone === after.phone) return;
  if (before.phone) await notify(call, { kind: 'phone_changed', user: after, oldPhone: before.phone });
  if (!before.identities.some(({ provider }) => provider === 'phone')) await notify(call, { kind: 'identity_linked', user: after, provider: 'phone' });
}
