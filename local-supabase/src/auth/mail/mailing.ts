import type { MailKind } from '../../options/settings.ts';
import type { UserRow } from '../users/user-row.ts';

/** What a mail carries: its code, and the hash that links carry and the database keeps. */
export interface MailToken {
  otp: string;
  hash: string;
}

/** A mail of a person: its mailbox, and the secrets in it. */
export interface Letter extends MailToken {
  to: string;
}

/** A mail that is to go out, or the two of a change of address, of which the second goes to the current one. */
export interface Mailing {
  kind: MailKind;
  user: UserRow;
  letters: [Letter, Letter?];
}

/** What GoTrue calls the kinds of mails (internal/mailer/mailer.go). */
export const actionTypes: Readonly<Record<MailKind, string>> = {
  confirmation: 'signup',
  invite: 'invite',
  magic_link: 'magiclink',
  recovery: 'recovery',
  email_change: 'email_change',
  reauthentication: 'reauthentication',
};
