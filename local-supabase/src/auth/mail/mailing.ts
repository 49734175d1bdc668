import type { Call } from '../call.ts';
import type { AuthSettings, MailKind } from '../settings.ts';
import type { UserRow } from '../users.ts';

/** The code of a mail, and the hash that its link contains and the database stores. */
export interface MailToken {
  otp: string;
  hash: string;
}

/** The mailbox of a mail, and the secrets in it. */
interface AddressedToken extends MailToken {
  to: string;
}

/** A mail to send. A change of email address can have two: the second goes to the current one. */
export interface Mailing {
  kind: MailKind;
  user: UserRow;
  recipients: [AddressedToken, AddressedToken?];
}

/** GoTrue's names of the kinds of mail (internal/mailer/mailer.go). */
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

/**
 * Compiles an allow-list pattern as GoTrue does (github.com/gobwas/glob): `*` matches up to a separator (`.` or `/`), `**` matches anything,
 * `?` and `[a-z]` match one character, `{a,b}` one of the alternatives, and `\\` makes the next character plain.
 * @throws SyntaxError for a class that is out of order, such as `[z-a]`
 */
function redirectPattern(pattern: string): RegExp {
  let depth = 0;
  const source = pattern.replace(/\\.|\*\*|\*|\?|\[!?[^\]]+\]|[{},]|[.+^$()|[\]\\]/g, (match) => {
    if (match === '**') return '.*';
    if (match === '*') return '[^./]*';
    if (match === '?') return '[^./]';
    if (match === '{') return (depth += 1), '(?:';
    if (match === '}' && depth > 0) return (depth -= 1), ')';
    if (match === ',') return depth > 0 ? '|' : ',';
    if (match.length > 2) return match.replace(/^\[!/, '[^').replaceAll('\\', '\\\\');
    return `\\${match.at(-1) ?? ''}`;
  });
  return new RegExp(`^${source}${')'.repeat(depth)}$`);
}

/** Whether the allow list can have a pattern: not with a class that is out of order, such as `[z-a]`. */
export function isRedirectPattern(pattern: string): boolean {
  try {
    redirectPattern(pattern);
    return true;
  } catch {
    return false;
  }
}

/** Whether a mail link may redirect to a URL (GoTrue's IsRedirectURLValid). */
function isRedirectAllowed(address: string, settings: AuthSettings): boolean {
  if (!URL.canParse(address) || !URL.canParse(settings.siteUrl)) return false;
  const [site, target] = [new URL(settings.siteUrl), new URL(address)];
  const samePort = site.port === target.port || isLoopback(target.hostname);
  if (site.hostname === target.hostname && site.protocol === target.protocol && samePort) return true;
  // WHATWG URLs convert decimal and hexadecimal IP addresses to dotted ones. Refuse them.
  if (/^\d+(\.\d+){3}$/.test(target.hostname) && !address.includes(target.hostname)) return false;
  if (/^[\d.]+$/.test(target.hostname) || target.hostname.startsWith('[')) return isLoopback(target.hostname);
  const withoutFragment = address.split('#', 1)[0] ?? '';
  return settings.redirectUrls.some((pattern) => redirectPattern(pattern).test(withoutFragment));
}

/** The link of a mail: it redeems the token and then leads to the site. `type` is a name of {@link ACTION_TYPES}. */
export function actionLink(call: Call, { hash, type, redirectTo }: { readonly hash: string; readonly type: string; readonly redirectTo: string }): string {
  const { settings, apiUrl } = call.auth;
  const link = new URL(`${settings.externalUrl ?? apiUrl()}/auth/v1/verify`);
  link.search = new URLSearchParams({ token: hash, type, redirect_to: redirectTo }).toString();
  return link.toString();
}

/** The final URL of the links in this request's mails: the requested one if it is allowed, otherwise the site. @param requested in the body; most requests have it in the query */
export function redirectAddress(call: Call, requested = ''): string {
  const candidates = [requested, call.query.get('redirect_to'), call.referrer];
  return candidates.find((address) => address && isRedirectAllowed(address, call.auth.settings)) ?? call.auth.settings.siteUrl;
}
