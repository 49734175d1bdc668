import type { Call } from '../call.ts';
import type { AuthSettings, MailKind } from '../settings.ts';
import type { UserRow } from '../users.ts';

/** What a mail carries: its code, and the hash that links carry and the database keeps. */
export interface MailToken {
  otp: string;
  hash: string;
}

/** A mail of a person: its mailbox, and the secrets in it. */
interface Letter extends MailToken {
  to: string;
}

/** A mail that is to go out, or the two of a change of address, of which the second goes to the current one. */
export interface Mailing {
  kind: MailKind;
  user: UserRow;
  letters: [Letter, Letter?];
}

/** What GoTrue calls the kinds of mails (internal/mailer/mailer.go). */
export const ACTION_TYPES: Readonly<Record<MailKind, string>> = {
  confirmation: 'signup',
  invite: 'invite',
  magic_link: 'magiclink',
  recovery: 'recovery',
  email_change: 'email_change',
  reauthentication: 'reauthentication',
};

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** A pattern of the allow-list as GoTrue reads it: `*` stays within separators (`.` and `/`), `**` crosses them, `?` is one character. */
function toRegExp(pattern: string): RegExp {
  const source = pattern.replace(/\*\*|\*|\?|[.+^${}()|[\]\\]/g, (match) => {
    if (match === '**') return '.*';
    if (match === '*') return '[^./]*';
    if (match === '?') return '[^./]';
    return `\\${match}`;
  });
  return new RegExp(`^${source}$`);
}

/** Whether a mail link may lead to an address (GoTrue's IsRedirectURLValid). */
function isRedirectAllowed(address: string, settings: AuthSettings): boolean {
  if (!URL.canParse(address) || !URL.canParse(settings.siteUrl)) return false;
  const [site, target] = [new URL(settings.siteUrl), new URL(address)];
  const samePort = site.port === target.port || isLoopback(target.hostname);
  if (site.hostname === target.hostname && site.protocol === target.protocol && samePort) return true;
  // WHATWG URLs turn decimal and hexadecimal addresses into dotted ones; the text must not have been one.
  if (/^\d+(\.\d+){3}$/.test(target.hostname) && !address.includes(target.hostname)) return false;
  if (/^[\d.]+$/.test(target.hostname) || target.hostname.startsWith('[')) return isLoopback(target.hostname);
  const withoutFragment = address.split('#', 1)[0] ?? '';
  return settings.redirectUrls.some((pattern) => toRegExp(pattern).test(withoutFragment));
}

/** Where the links of this request's mails lead in the end: the address asked for if it is allowed, otherwise the site. */
export function redirectAddress(call: Call, asked = call.query.get('redirect_to')): string {
  const candidates = [asked, call.referrer];
  return candidates.find((address) => address && isRedirectAllowed(address, call.auth.settings)) ?? call.auth.settings.siteUrl;
}
