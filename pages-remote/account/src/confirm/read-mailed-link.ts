import type { MailedLink, MailedLinkType } from '@atrium/page-kit/contract/auth';
import { readNextPath } from '../next-path.ts';

/** What the address of `/auth/confirm` says. */
export interface MailedLinkAddress {
  /** What is to be redeemed; null where the address holds nothing of the kind. */
  readonly link: MailedLink | null;
  /** What the link is for; null where the address does not say. */
  readonly type: MailedLinkType | null;
  /** The auth service looked at the link before and refused it. */
  readonly refused: boolean;
  /** Page of this site to go on to. */
  readonly next: string | null;
}

const TYPES: readonly MailedLinkType[] = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'];

/**
 * Reads a mailed link: `?token_hash=…&type=…`, or `?code=…` or `#error=…` of a hosted project with stock templates.
 */
export function readMailedLink(search: string, hash: string): MailedLinkAddress {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const type = TYPES.find((known) => known === query.get('type')) ?? null;
  return {
    link: linkOf(query.get('token_hash'), query.get('code'), type),
    type,
    refused: query.has('error') || query.has('error_code') || fragment.has('error') || fragment.has('error_code'),
    next: goOnPath(search),
  };
}

/** Mail templates give the address that links return to as `next`: this very page, which is nowhere to go on to. */
function goOnPath(search: string): string | null {
  const next = readNextPath(search);
  return next?.startsWith('/auth/confirm') ? null : next;
}

function linkOf(tokenHash: string | null, code: string | null, type: MailedLinkType | null): MailedLink | null {
  if (tokenHash) return type && { tokenHash, type };
  return code ? { code } : null;
}
