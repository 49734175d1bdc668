import type { Queries } from '../../database/database.ts';
import { AuthError, invalid } from '../auth-error.ts';
import type { Call } from '../call.ts';
import { isExpired, tokenFits } from '../tokens/one-time-token.ts';
import { findUserByEmail, findUserByToken, findUserForEmailChange, isBanned } from '../users/find-user.ts';
import type { UserRow } from '../users/user-row.ts';

/** What a mailed token is for, once it is known which of a user's tokens it is. */
export type TokenPurpose = 'signup' | 'recovery' | 'email_change';

/** A token that was found, with its user. */
export interface FoundToken {
  user: UserRow;
  purpose: TokenPurpose;
  /** The token as it is stored. */
  hash: string;
}

type Purposes = readonly TokenPurpose[];

/** The purposes that a `type` of verifyOtp stands for. `email` is whichever of the two it fits. */
const purposesByType = new Map<string, Purposes>([
  ['email', ['signup', 'recovery']],
  ['signup', ['signup']],
  ['invite', ['signup']],
  ['recovery', ['recovery']],
  ['magiclink', ['recovery']],
  ['email_change', ['email_change']],
]);

const columnsByPurpose = {
  signup: ['confirmation_token'],
  recovery: ['recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
} as const;

function sentAt(user: UserRow, purpose: TokenPurpose): string | null {
  if (purpose === 'signup') return user.confirmation_sent_at;
  return purpose === 'recovery' ? user.recovery_sent_at : user.email_change_sent_at;
}

function otpExpired(message: string): AuthError {
  return new AuthError(message, { status: 403, code: 'otp_expired' });
}

function purposesOf(type: string): Purposes {
  const purposes = purposesByType.get(type);
  if (!purposes) throw invalid('Invalid email verification type');
  return purposes;
}

function requireNotBanned(user: UserRow): void {
  if (isBanned(user)) throw new AuthError('User is banned', { status: 403, code: 'user_banned' });
}

/** Finds the user of a link's token. @throws AuthError `otp_expired`, also for a token that was used or never existed. */
export async function findByHash(call: Call, queries: Queries, type: string, hash: string): Promise<FoundToken> {
  const purposes = purposesOf(type);
  for (const purpose of purposes) {
    const user = await findUserByToken(queries, hash, columnsByPurpose[purpose]);
    if (!user) continue;
    requireNotBanned(user);
    if (isExpired(sentAt(user, purpose), call.auth.settings.otpExpiry)) break;
    return { user, purpose, hash };
  }
  throw otpExpired('Email link is invalid or has expired');
}

/** Finds the user of a typed code by their address. @throws AuthError `otp_expired` */
export async function findByCode(call: Call, queries: Queries, type: string, email: string, hash: string): Promise<FoundToken> {
  const purposes = purposesOf(type);
  const { otpExpiry, doubleConfirmChanges } = call.auth.settings;
  const user =
    type === 'email_change'
      ? await findUserForEmailChange(queries, email, hash, doubleConfirmChanges)
      : await findUserByEmail(queries, email);
  if (user) {
    requireNotBanned(user);
    for (const purpose of purposes) {
      const stored = columnsByPurpose[purpose].map((column) => user[column]).find((token) => tokenFits(hash, token, sentAt(user, purpose), otpExpiry));
      if (stored !== undefined) return { user, purpose, hash: stored };
    }
  }
  throw otpExpired('Token has expired or is invalid');
}
