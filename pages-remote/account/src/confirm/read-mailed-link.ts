import type { MailedLink, MailedLinkType } from '@atrium/page-kit/contract/auth';
import * as v from 'valibot';
import { readNextPath } from '../visitor/next-path.ts';

/** The parsed URL of `/auth/confirm`. */
export interface MailedLinkAddress {
  /** What to redeem; null when the URL contains nothing. */
  readonly link: MailedLink | null;
  /** The purpose of the link; null when the URL does not contain it. */
  readonly type: MailedLinkType | null;
  /** The auth service refused the link before it redirected here. */
  readonly refused: boolean;
  /** The auth service redeemed the first of the two links that change an email address. */
  readonly halfChanged: boolean;
  /** Page of this site to continue to. */
  readonly next: string | null;
}

const TYPES: readonly MailedLinkType[] = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'];

/** The query and the fragment of a mailed link. */
export interface LinkParts {
  readonly search: string;
  readonly hash: string;
}

const shellStateSchema = v.object({ mailedLink: v.object({ search: v.string(), hash: v.string() }) });

/** The link that the shell moved from the URL to the state of the navigation; null when there is none. */
export function linkFromShell(state: unknown): LinkParts | null {
  const parsed = v.safeParse(shellStateSchema, state);
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
    // The message itself is free text. Its presence means that a second link has to be opened (supabase/auth, verify.go).
    halfChanged: link === null && (query.has('message') || fragment.has('message')),
    next: nextPathOf(search),
  };
}

/**
 * Reads the page to continue to. The mail templates set `next` to the return URL of the link, which is this page
 * itself with the real `next` in its query.
 */
function nextPathOf(search: string): string | null {
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
