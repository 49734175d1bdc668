import { plainText } from '../../../../supabase/functions/send-email/plain-text.ts';
import { decideChoices, fillPlaces, TemplateError } from '../../../../supabase/functions/send-email/template-actions.ts';
import type { Queries } from '../../database/database.ts';
import { AuthError } from '../auth-error.ts';
import type { Call } from '../call.ts';
import type { MailKind, MailTemplate } from '../settings.ts';
import { ACTION_TYPES, actionLink, redirectAddress } from './mailing.ts';
import type { Mailing } from './mailing.ts';

/** The sender of all mails. */
export const SENDER = 'no-reply@localhost';

/** Adds a mail to the inbox, in the transaction of the queries. @throws AuthError `unexpected_failure` when the template cannot be filled */
export async function deliverToInbox(call: Call, queries: Queries, { kind, user, recipients }: Mailing): Promise<void> {
  const { settings, messages } = call.auth;
  const redirectTo = redirectAddress(call);
  for (const recipient of recipients) {
    if (!recipient) continue;
    const content = compose(kind, settings.templates[kind], {
      texts: {
        SiteURL: siteUrlOf(call),
        RedirectTo: redirectTo,
        ConfirmationURL: actionLink(call, { hash: recipient.hash, type: ACTION_TYPES[kind], redirectTo }),
        Token: recipient.otp,
        TokenHash: recipient.hash,
        Email: user.email ?? '',
        NewEmail: user.email_change,
        // GoTrue sets it only in mails about a change of email address.
        SendingTo: recipient.to,
      },
      data: user.raw_user_meta_data ?? {},
    });
    await messages.add(queries, { channel: 'email', from: SENDER, to: recipient.to, ...content });
  }
}

/** The value of `{{ .SiteURL }}`. */
export function siteUrlOf(call: Call): string {
  return call.auth.settings.siteUrl.replace(/\/$/, '');
}

/** GoTrue's names of mails in error messages (internal/api/mail.go). */
const ERROR_NAMES: Readonly<Record<MailKind, string>> = {
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
    throw new AuthError(`Error sending ${ERROR_NAMES[kind]} email`, { status: 500, code: 'unexpected_failure', cause });
  }
}

/** The variables of a mail's template. */
export interface MailValues {
  /** By GoTrue's names (`{{ .TokenHash }}` …). */
  readonly texts: Readonly<Record<string, string>>;
  /** The `user_metadata` of the account, as `{{ .Data.name }}`. */
  readonly data: Readonly<Record<string, unknown>>;
}

interface DefaultText {
  subject: string;
  text: string;
  action: string;
  /** The `type` of the link for verifyOtp, or null when the mail has only a code. */
  type: string | null;
}

const DEFAULT_TEXTS: Record<MailKind, DefaultText> = {
  confirmation: {
    subject: 'Confirm your email address',
    text: 'Thank you for signing up. Confirm this address to finish.',
    action: 'Confirm address',
    type: 'email',
  },
  recovery: {
    subject: 'Set a new password',
    text: 'Someone, hopefully you, asked to set a new password for this account. If it was not you, ignore this mail.',
    action: 'Set new password',
    type: 'recovery',
  },
  invite: {
    subject: 'You are invited',
    text: 'An account was made for {{ .Email }}. Confirm this address, and choose a password.',
    action: 'Accept the invitation',
    type: 'invite',
  },
  magic_link: { subject: 'Your log-in link', text: 'Use this link to log in. It works once.', action: 'Log in', type: 'email' },
  email_change: {
    subject: 'Confirm your new email address',
    text: 'Confirm that the address of your account is to change from {{ .Email }} to {{ .NewEmail }}.',
    action: 'Confirm change',
    type: 'email_change',
  },
  reauthentication: { subject: 'Confirm that it is you', text: 'Enter the code to go on.', action: '', type: null },
};

/** The parts of a mail. */
interface MailContent {
  subject: string;
  text: string;
  html: string;
}

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}

type Place = 'text' | 'html';

function valueOf({ texts, data }: MailValues, name: string): unknown {
  return name.startsWith('Data.') ? data[name.slice('Data.'.length)] : new Map(Object.entries(texts)).get(name);
}

/** Replaces the variables. Values in the query of a URL are percent-encoded, as in Go's html/template. */
function fill(template: string, values: MailValues, place: Place): string {
  return fillPlaces(template, (name, inQuery) => {
    const value = valueOf(values, name);
    const text = typeof value === 'string' ? value : '';
    if (inQuery) return encodeURIComponent(text);
    return place === 'html' ? escapeHtml(text) : text;
  });
}

/** The page of the site with the button that redeems a mailed token. */
function confirmLink(type: string): string {
  return `{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&type=${type}&next={{ .RedirectTo }}`;
}

/**
 * Writes a mail from the project's template, or from the default text if there is none.
 * @throws TemplateError when the template compares a text with another type
 */
function composeMail(kind: MailKind, values: MailValues, template: MailTemplate | undefined): MailContent {
  const draft = template ? templateParts(template, values) : standardParts(DEFAULT_TEXTS[kind]);
  return fillDraft({ ...draft, words: `${draft.words}\n\nCode: {{ .Token }}` }, values);
}

function fillDraft({ subject, html, words }: Draft, values: MailValues): MailContent {
  return { subject: fill(subject, values, 'text'), text: fill(words, values, 'text'), html: fill(html, values, 'html') };
}

/** Writes a mail with nothing but its template. @throws TemplateError when the template compares a text with another type */
export function fillTemplate(template: MailTemplate, values: MailValues): MailContent {
  return fillDraft(templateParts(template, values), values);
}

/** A mail before its variables are replaced. */
interface Draft {
  subject: string;
  html: string;
  words: string;
}

function templateParts(template: MailTemplate, values: MailValues): Draft {
  const decide = (part: string): string => decideChoices(part, (name) => valueOf(values, name));
  const html = decide(template.html);
  return { subject: decide(template.subject), html, words: plainText(html) };
}

function standardParts({ subject, text, action, type }: DefaultText): Draft {
  const link = type === null ? null : confirmLink(type);
  return {
    subject,
    words: [text, ...(link === null ? [] : [`${action}:\n${link}`])].join('\n\n'),
    html: [
      `<h1>${subject}</h1>`,
      `<p>${text}</p>`,
      ...(link === null ? [] : [`<p><a href="${link.replaceAll('&', '&amp;')}">${action}</a></p>`]),
      '<p>Code: <strong>{{ .Token }}</strong></p>',
    ].join('\n'),
  };
}
