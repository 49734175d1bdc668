import type { Session } from '@atrium/page-kit/contract/auth';
import * as v from 'valibot';
import { readClaims } from '../claims.ts';

const claimsSchema = v.object({ exp: v.number(), amr: v.array(v.object({ method: v.string(), timestamp: v.number() })) });

/**
 * Methods in `amr` that do not prove who the user is (https://supabase.com/docs/guides/auth/jwt-fields). In a session that was left
 * open, anyone can add a second factor and enter its code. The link to a new email address counts as `email_change` or, if a page redeems
 * it, as `otp`, like a log-in: both mailboxes have to confirm a change. The function `account-delete` repeats this rule, because
 * it is deployed separately.
 */
const NOT_A_PROOF = /^(totp|mfa\/.*|token_refresh|anonymous|email_change)$/;

/**
 * The time until which a session's last log-in is at most `maxAge` seconds old, in milliseconds since 1970 by this device's clock. The
 * times in the token are the service's, and the device's clock may be wrong. The session tells the difference: it has the token's expiry
 * by both clocks, because `localClockFetch` lets supabase-js compute `expires_at` when the token arrives.
 */
export function recentUntil({ access_token: token, expires_at: localExpiry }: Session, maxAge: number): number {
  const claims = readClaims(token, claimsSchema);
  const proofs = claims?.amr.filter(({ method }) => !NOT_A_PROOF.test(method)) ?? [];
  if (claims === null || proofs.length === 0) return -Infinity;
  const ahead = (localExpiry ?? claims.exp) - claims.exp;
  return (Math.max(...proofs.map(({ timestamp }) => timestamp)) + ahead + maxAge) * 1000;
}
