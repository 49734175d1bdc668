import type { MailedLink, MailedLinkType } from '@atrium/page-kit/contract/auth';
import * as v from 'valibot';
import { readNextPath } from '../next-path.ts';

/** What the address of `/auth/confirm` says. */
export interface MailedLinkAddress {
  /** What is to be redeemed; null where the address holds nothing of the kind. */
  readonly link: MailedLink | null;
  /** What the link is for; null where the address does not say. */
  readonly type: MailedLinkType | null;
  /** The auth service looked at the link before and refused it. */
  readonly refused: boolean;
  /** The auth service has redeemed the first of the two links that change an address. */
  readonly halfChanged: boolean;
  /** Page of this site to go on to. */
  readonly next: string | null;
}

const TYPES: readonly MailedLinkType[] = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'];

/** The query and the fragment that a mailed link came with. */
export interface LinkParts {
  readonly search: string;
  readonly hash: string;
}

const handedOver = v.object({ mailedLink: v.object({ search: v.string(), hash: v.string() }) });

/** The link that the shell took out of the address, by the state of the navigation; null where it did not. */
export function handedLink(state: unknown): LinkParts | null {
  const parsed = v.safeParse(handedOver, state);
  return parsed.success ? parsed.output.mailedLink : null;
}

/**
 * Reads a mailed link: `?token_hash=…&type=…`, or `?code=…`, `#access_token=…` or `#error=…` of a hosted project with
 * stock templates.
 */
export function readMailedLink({ search, hash }: LinkParts): MailedLinkAddress {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const type = TYPES.find((known) => known === (query.get('type') ?? fragment.get('type'))) ?? null;
  const link = linkOf(query, type) ?? sessionOf(fragment);
  return {
    link,
    type,
    refused: query.has('error') || query.has('error_code') || fragment.has('error') || fragment.has('error_code'),
    // The text beside it is the service's; only its being there says what happened (supabase/auth, verify.go).
    halfChanged: link === null && (query.has('message') || fragment.has('message')),
    next: goOnPath(search),
  };
}

/**
 * Mail templates give the address that links return to as `next`: this very page, which is nowhere to go on to, but
 * carries the page behind it.
 */
function goOnPath(search: string): string | null {
  const next = readNextPath(search);
  if (!isThisPage(next)) return next;
  const behind = readNextPath(new URL(next, window.location.origin).search);
  return isThisPage(behind) ? null : behind;
}

function isThisPage(path: string | null): path is string {
  return path !== null && /^\/auth\/confirm(?:[/?#]|$)/.test(path);
}

function linkOf(query: URLSearchParams, type: MailedLinkType | null): MailedLink | null {
  const tokenHash = query.get('token_hash');
  if (tokenHash) return type && { tokenHash, type };
  const code = query.get('code');
  return code ? { code } : null;
}

function sessionOf(fragment: URLSearchParams): MailedLink | null {
  const [accessToken, refreshToken] = [fragment.get('access_token'), fragment.get('refresh_token')];
  return accessToken && refreshToken ? { accessToken, refreshToken } : null;
}
