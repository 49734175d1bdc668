import type { MailKind, MailTemplate } from '../../options/settings.ts';

/** What GoTrue's templates can refer to (`{{ .TokenHash }}` …). */
export interface MailValues {
  SiteURL: string;
  RedirectTo: string;
  ConfirmationURL: string;
  Token: string;
  TokenHash: string;
  Email: string;
  NewEmail: string;
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

const wordings: Record<MailKind, Wording> = {
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
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}

type Place = 'text' | 'html';

function valueOf({ Data, ...values }: MailValues, name: string): string {
  const value = name.startsWith('Data.') ? Data[name.slice('Data.'.length)] : new Map<string, string>(Object.entries(values)).get(name);
  return typeof value === 'string' ? value : '';
}

/** The choices of a template, `{{ if .Name }}…{{ else }}…{{ end }}`, none within another. */
const choice = /\{\{\s*if \.([\w.]+)\s*\}\}(.*?)(?:\{\{\s*else\s*\}\}(.*?))?\{\{\s*end\s*\}\}/gs;

/** Fills the placeholders in, after the choices, which no value can bring in. In the query of an address a value is percent-encoded, as Go's html/template does. */
function fill(template: string, values: MailValues, place: Place): string {
  const chosen = template.replace(choice, (_match, name: string, filled: string, empty: string | undefined) => (valueOf(values, name) === '' ? (empty ?? '') : filled));
  return chosen.replace(/(=)?\{\{\s*\.([\w.]+)\s*\}\}/g, (_match, equals: string | undefined, name: string) => {
    const value = valueOf(values, name);
    if (equals !== undefined) return `=${encodeURIComponent(value)}`;
    return place === 'html' ? escapeHtml(value) : value;
  });
}

/** The page of the site that redeems a mailed token when its button is pressed. */
function confirmLink(type: string): string {
  return `{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&type=${type}&next={{ .RedirectTo }}`;
}

/** A template without its tags, with the address of each link below its words: what the inbox shows first. */
function plainText(html: string): string {
  const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return html
    .replace(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs, '$2:\n$1')
    .replace(/<\/(?:h\d|p|div|li)>\s*/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (entity, name: string) => characters[name] ?? entity)
    .trim();
}

/** Writes a mail. It follows the project's template, where it has one. */
export function composeMail(kind: MailKind, values: MailValues, template: MailTemplate | undefined): MailContent {
  const wording = wordings[kind];
  const link = wording.type === null ? null : confirmLink(wording.type);
  const words = template ? plainText(template.html) : [wording.text, ...(link === null ? [] : [`${wording.action}:\n${link}`])].join('\n\n');
  const text = `${words}\n\nCode: {{ .Token }}`;
  const html = [
    `<h1>${wording.subject}</h1>`,
    `<p>${wording.text}</p>`,
    ...(link === null ? [] : [`<p><a href="${link.replaceAll('&', '&amp;')}">${wording.action}</a></p>`]),
    '<p>Code: <strong>{{ .Token }}</strong></p>',
  ].join('\n');
  return {
    subject: fill(template?.subject ?? wording.subject, values, 'text'),
    text: fill(text, values, 'text'),
    html: fill(template?.html ?? html, values, 'html'),
  };
}
