import * as v from 'valibot';
import { Alert } from '@atrium/page-kit/ui';
import type { MailedLink, User } from '@atrium/page-kit/contract/auth';
import { useAuth } from 'auth/auth';
import { confirmText } from './confirm-messages.ts';

const claimsSchema = v.object({ sub: v.string(), email: v.fallback(v.string(), '') });

type Claims = v.InferOutput<typeof claimsSchema>;

/** Whose access token it is, as far as the token itself says so; null for one that cannot be read. */
function claimsOf(accessToken: string): Claims | null {
  try {
    const payload = atob((accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder().decode(Uint8Array.from(payload, (character) => character.charCodeAt(0)));
    return v.parse(claimsSchema, JSON.parse(text));
  } catch {
    return null;
  }
}

/** An address of which only its owner recognises the whole. */
function masked(email: string): string {
  return email.replace(/^(.).*(?=@)/u, '$1•••');
}

/** The person whose session a link replaces, or may replace; null where nobody is signed in, and for a link of the same account. */
export function replacedAccount(link: MailedLink, user: User | null): User | null {
  const isOwn = 'accessToken' in link && claimsOf(link.accessToken)?.sub === user?.id;
  return isOwn ? null : user;
}

/** Warns people who are signed in that the link may lead into another account, which it names where that can be known. */
export function OpenAccount({ link }: { readonly link: MailedLink }) {
  const user = useAuth((auth) => replacedAccount(link, auth.user));
  if (user === null) return null;
  // Whose link a token hash or a code is, the service says only when it is redeemed.
  const other = 'accessToken' in link ? claimsOf(link.accessToken)?.email : '';
  const email = user.email ?? '';
  return (
    <Alert tone="info">
      <p>{other ? confirmText('otherAccount', { email, other: masked(other) }) : confirmText('maybeOtherAccount', { email })}</p>
    </Alert>
  );
}
