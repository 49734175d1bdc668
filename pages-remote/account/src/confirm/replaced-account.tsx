import * as v from 'valibot';
import { Alert } from '@atrium/page-kit/ui';
import type { MailedLink, User } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { confirmText } from './messages.ts';

const claimsSchema = v.object({ sub: v.string(), email: v.fallback(v.string(), '') });

type Claims = v.InferOutput<typeof claimsSchema>;

/** The unverified claims of an access token; null when it cannot be parsed. */
function claimsOf(accessToken: string): Claims | null {
  try {
    const payload = atob((accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder().decode(Uint8Array.from(payload, (character) => character.charCodeAt(0)));
    return v.parse(claimsSchema, JSON.parse(text));
  } catch {
    return null;
  }
}

/** An email address that only its owner can recognise. */
function masked(email: string): string {
  return email.replace(/^(.).*(?=@)/u, '$1•••');
}

/** The signed-in user whose session the link replaces or may replace; null without one, and for a link of the same account. */
export function replacedAccount(link: MailedLink, user: User | null): User | null {
  const isOwn = 'accessToken' in link && claimsOf(link.accessToken)?.sub === user?.id;
  return isOwn ? null : user;
}

/** Warns a signed-in user that the link may log them into another account, and names that account if it is known. */
export function ReplacedAccountWarning({ link }: { readonly link: MailedLink }) {
  const user = useAuth((auth) => replacedAccount(link, auth.user));
  if (user === null) return null;
  // For a token hash or a code, the service reveals the account only when the link is redeemed.
  const other = 'accessToken' in link ? claimsOf(link.accessToken)?.email : '';
  const email = user.email ?? '';
  return (
    <Alert tone="info">
      <p>{other ? confirmText('otherAccount', { email, other: masked(other) }) : confirmText('maybeOtherAccount', { email })}</p>
    </Alert>
  );
}
