import { createHash, randomInt } from 'node:crypto';
import type { Queries } from '../database/database.ts';
import { AuthError, invalid } from './auth-error.ts';
import type { AuthServices, Call } from './call.ts';
import { confirmUser, findUserByEmail, findUserByToken, findUserForEmailChange, isBanned, mergeMetadata, NO_LINKS, saveIdentity, updateProviders } from './users.ts';
import type { UserRow } from './users.ts';

/** The prefix of tokens of flows that started with a PKCE challenge. */
export const PKCE_PREFIX = 'pkce_';

/** A random code with this number of digits. */
export function generateOtp(length: number): string {
  return String(randomInt(10 ** length)).padStart(length, '0');
}

/** The hash that is stored for a code and that mail links contain: SHA-224 of email address and code in hexadecimal, as in GoTrue. */
export function tokenHash(emailOrPhone: string, otp: string): string {
  return createHash('sha224').update(emailOrPhone + otp).digest('hex');
}

/** Whether the given token is the stored one and has not expired. `sentAt` is ISO 8601, `life` is in seconds. */
export function isTokenValid(given: string, stored: string, sentAt: string | null, life: number): boolean {
  if (stored === '' || isExpired(sentAt, life)) return false;
  return given === stored || PKCE_PREFIX + given === stored;
}

/** Whether a token has expired. `sentAt` is ISO 8601, `life` is in seconds. */
function isExpired(sentAt: string | null, life: number): boolean {
  return sentAt === null || Date.now() > Date.parse(sentAt) + life * 1000;
}

/** The purpose of a mailed token, by the column that stores it. */
type TokenPurpose = 'signup' | 'recovery' | 'email_change';

/** A stored token with its user. */
export interface FoundToken {
  user: UserRow;
  purpose: TokenPurpose;
  /** The stored value. */
  hash: string;
}

type Purposes = readonly TokenPurpose[];

/** The purposes that each `type` of verifyOtp can have. `email` matches either. */
const PURPOSES_BY_TYPE = new Map<string, Purposes>([
  ['email', ['signup', 'recovery']],
  ['signup', ['signup']],
  ['invite', ['signup']],
  ['recovery', ['recovery']],
  ['magiclink', ['recovery']],
  ['email_change', ['email_change']],
]);

const COLUMNS_BY_PURPOSE = {
  signup: ['confirmation_token'],
  recovery: ['recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
} as const;

function sentAt(user: UserRow, purpose: TokenPurpose): string | null {
  if (purpose === 'signup') return user.confirmation_sent_at;
  return purpose === 'recovery' ? user.recovery_sent_at : user.email_change_sent_at;
}

/** 403 `otp_expired`: the token is wrong, used or too old. */
export function otpExpired(message: string): AuthError {
  return new AuthError(message, { status: 403, code: 'otp_expired' });
}

function purposesOf(type: string): Purposes {
  const purposes = PURPOSES_BY_TYPE.get(type);
  if (!purposes) throw invalid('Invalid email verification type');
  return purposes;
}

/** @throws AuthError `user_banned` */
export function requireNotBanned(user: UserRow): void {
  if (isBanned(user)) throw new AuthError('User is banned', { status: 403, code: 'user_banned' });
}

/** Finds the user of a link's token. @throws AuthError `otp_expired`, also for used and unknown tokens */
export async function findByHash(call: Call, queries: Queries, type: string, hash: string): Promise<FoundToken> {
  const purposes = purposesOf(type);
  for (const purpose of purposes) {
    const user = await findUserByToken(queries, hash, COLUMNS_BY_PURPOSE[purpose]);
    if (!user) continue;
    requireNotBanned(user);
    if (isExpired(sentAt(user, purpose), call.auth.settings.otpExpiry)) break;
    return { user, purpose, hash };
  }
  throw otpExpired('Email link is invalid or has expired');
}

/** Finds the user of a typed code by email address. @throws AuthError `otp_expired` */
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
      const stored = COLUMNS_BY_PURPOSE[purpose].map((column) => user[column]).find((token) => isTokenValid(hash, token, sentAt(user, purpose), otpExpiry));
      if (stored !== undefined) return { user, purpose, hash: stored };
    }
  }
  throw otpExpired('Token has expired or is invalid');
}

/** GoTrue's message after one of two mailboxes has confirmed a change of email address. */
export const SINGLE_CONFIRMATION_MESSAGE = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/**
 * Consumes a mailed token and performs its purpose. Returns 'half' when a change of email address still needs the
 * other mailbox, otherwise 'done': the user is authenticated.
 */
export async function redeemToken(auth: AuthServices, queries: Queries, { user, purpose, hash }: FoundToken): Promise<'done' | 'half'> {
  if (purpose === 'email_change') return changeEmail(auth, queries, { user, purpose, hash });
  if (purpose === 'signup' || !user.email_confirmed_at) {
    await confirmUser(queries, user.id);
    if (user.identities.some(({ provider }) => provider === 'email')) await saveIdentity(queries, user, 'email', { email_verified: true });
  } else {
    await queries.run(`update auth.users set ${NO_LINKS}, updated_at = now() where id = $1`, [user.id]);
  }
  return 'done';
}

async function changeEmail(auth: AuthServices, queries: Queries, { user, hash }: FoundToken): Promise<'done' | 'half'> {
  const { autoconfirm, doubleConfirmChanges } = auth.settings;
  const needsBoth = !autoconfirm && doubleConfirmChanges && user.email !== null && user.email !== '';
  if (needsBoth && user.email_change_confirm_status === 0) {
    const used = hash === user.email_change_token_current ? 'email_change_token_current' : 'email_change_token_new';
    await queries.run(`update auth.users set email_change_confirm_status = 1, ${used} = '', updated_at = now() where id = $1`, [user.id]);
    return 'half';
  }
  await queries.run(
    `update auth.users set email = email_change, email_change = '', ${NO_LINKS}, email_change_confirm_status = 0, email_confirmed_at = coalesce(email_confirmed_at, now()),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('email', email_change, 'email_verified', true),
       is_anonymous = false, updated_at = now() where id = $1`,
    [user.id],
  );
  // An anonymous user, and one of another provider, has none.
  await saveIdentity(queries, user, 'email', { email: user.email_change, email_verified: true });
  if (user.is_anonymous) await mergeMetadata(queries, user.id, 'raw_app_meta_data', { provider: 'email' });
  await updateProviders(queries, user.id);
  return 'done';
}
