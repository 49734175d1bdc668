import type { Queries } from '../../database/database.ts';
import { AuthError } from '../auth-error.ts';
import type { Call } from '../call.ts';
import type { MailKind, MailTemplate } from '../settings.ts';
import { ACTION_TYPES, redirectAddress } from './mailing.ts';
import type { Mailing } from './mailing.ts';
import { decideChoices, fillPlaces, TemplateError } from '../../../../supabase/functions/send-email/template-actions.ts';

const SENDER = 'no-reply@localhost';

/** Puts a mail into the inbox, within the transaction of the queries. @throws AuthError `unexpected_failure` where the template cannot be filled */
export async function keepInInbox(call: Call, queries: Queries, { kind, user, letters }: Mailing): Promise<void> {
  const { settings, messages, apiUrl } = call.auth;
  const redirectTo = redirectAddress(call);
  for (const letter of letters) {
    if (!letter) continue;
    const confirmation = new URL(`${settings.externalUrl ?? apiUrl()}/auth/v1/verify`);
    confirmation.search = new URLSearchParams({ token: letter.hash, type: ACTION_TYPES[kind], redirect_to: redirectTo }).toString();
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
    await messages.add(queries, { channel: 'email', from: SENDER, to: letter.to, ...content });
  }
}

/** What GoTrue calls the kinds of mails where it cannot send one (internal/api/mail.go). */
const SPOKEN_NAMES: Readonly<Record<MailKind, string>> = {
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
    throw new AuthError(`Error sending ${SPOKEN_NAMES[kind]} email`, { status: 500, code: 'unexpected_failure', cause });
  }
}

/** What GoTrue's templates can refer to (`{{ .TokenHash }}` …). */
interface MailValues {
  SiteURL: string;
  RedirectTo: string;
  ConfirmationURL: string;
  Token: string;
  TokenHash: string;
  Email: string;
  NewEmail: string;
  /** The mailbox that the mail goes to. GoTrue tells it to mails about a change of address only. */
  SendingTo: string;
  /** What the account carries (`user_metadata`), as `{{ .Data.name }}`. */
  Data: Readonly<Record<string, unknown>>;
}

interface Wording {
  subject: string;
  text: string;
  action: string;
  /** The `type` that verifyOtp takes for the link; none, when the mail holds only a code. */
  type: string | null;
}

const DEFAULT_TEXTS: Record<MailKind, Wording> = {
  confirmation: {
    subject: 'Confirm your email address',
    text: 'Thank you for signing up. Confirm this address to finish.',
    action: 'Confirm address',
    type: 'email',
  },
  recovery: {
    subject: 'Set a new password',
    text: 'Somebody, hopefully you, asked to set a new password for this account. If it was not you, ignore this mail.',
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

/** A mail with its parts. */
interface MailContent {
  subject: string;
  text: string;
  html: string;
}

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}

type Place = 'text' | 'html';

function valueOf({ Data, ...values }: MailValues, name: string): unknown {
  return name.startsWith('Data.') ? Data[name.slice('Data.'.length)] : new Map<string, string>(Object.entries(values)).get(name);
}

/** Fills the places in. In the query of an address a value is percent-encoded, as Go's html/template does. */
function fill(template: string, values: MailValues, place: Place): string {
  return fillPlaces(template, (name, inQuery) => {
    const value = valueOf(values, name);
    const text = typeof value === 'string' ? value : '';
    if (inQuery) return encodeURIComponent(text);
    return place === 'html' ? escapeHtml(text) : text;
  });
}

/** The page of the site that redeems a mailed token when its button is pressed. */
function confirmLink(type: string): string {
  return `{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&type=${type}&next={{ .RedirectTo }}`;
}

/** A template without its tags, with the address of each link below its words: what the inbox shows first. */
function plainText(html: string): string {
  const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x2068': '\u2068', '#x2069': '\u2069' };
  return html
    .replace(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs, '$2:\n$1')
    .replace(/<\/(?:h\d|p|div|li)>\s*/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#x2068|#x2069);/g, (entity, name: string) => characters[name] ?? entity)
    .trim();
}

/**
 * Writes a mail. It follows the project's template, where it has one.
 * @throws TemplateError where the template compares with a text what is none
 */
function composeMail(kind: MailKind, values: MailValues, template: MailTemplate | undefined): MailContent {
  const { subject, html, words } = template ? templateParts(template, values) : standardParts(DEFAULT_TEXTS[kind]);
  return {
    subject: fill(subject, values, 'text'),
    text: fill(`${words}\n\nCode: {{ .Token }}`, values, 'text'),
    html: fill(html, values, 'html'),
  };
}

/** A mail with its places still open. */
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

function standardParts({ subject, text, action, type }: Wording): Draft {
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
