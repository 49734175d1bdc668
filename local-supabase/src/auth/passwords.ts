import bcrypt from 'bcryptjs';
import { AuthError, invalid } from './auth-error.ts';
import type { AuthSettings } from './settings.ts';

/**
 * A bcrypt hash, as GoTrue stores it in `auth.users.encrypted_password`. At the default cost, a hash takes some tens of
 * milliseconds: hold no database lock meanwhile.
 * @param cost binary logarithm of the rounds (`AuthSettings.passwordCost`)
 */
export function hashPassword(password: string, cost: number): Promise<string> {
  return bcrypt.hash(password, cost);
}

/** Whether a password fits a stored hash. Somebody without a password fits none. */
export async function passwordFits(password: string, hash: string | null): Promise<boolean> {
  return hash !== null && hash !== '' && bcrypt.compare(password, hash);
}

/** bcrypt reads no more than this many bytes. */
const MAX_PASSWORD_BYTES = 72;

/** What makes a password too weak, or undefined. @throws AuthError when it is too long to be hashed. */
export function weaknessOf(password: string, settings: AuthSettings): AuthError | undefined {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw invalid(`Password cannot be longer than ${String(MAX_PASSWORD_BYTES)} characters`);
  }
  const reasons: string[] = [];
  const messages: string[] = [];
  if (Buffer.byteLength(password) < settings.passwordMinimumLength) {
    reasons.push('length');
    messages.push(`Password should be at least ${String(settings.passwordMinimumLength)} characters.`);
  }
  const lacksCharacters = settings.passwordCharacters.some((set) => ![...set].some((character) => password.includes(character)));
  if (lacksCharacters) {
    reasons.push('characters');
    messages.push(`Password should contain at least one character of each: ${settings.passwordCharacters.join(', ')}.`);
  }
  if (reasons.length === 0) return undefined;
  return new AuthError(messages.join(' '), { status: 422, code: 'weak_password', weakPassword: reasons });
}

/** @throws AuthError `weak_password` */
export function requireStrength(password: string, settings: AuthSettings): void {
  const weakness = weaknessOf(password, settings);
  if (weakness) throw weakness;
}
