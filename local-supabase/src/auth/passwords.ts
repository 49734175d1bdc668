import bcrypt from 'bcryptjs';
import { AuthError, invalid } from './auth-error.ts';
import type { AuthSettings } from './settings.ts';

/**
 * A bcrypt hash, as GoTrue stores it in `auth.users.encrypted_password`. At the default cost, hashing takes tens of
 * milliseconds, so do not hold a database lock during it.
 * @param cost binary logarithm of the rounds (`AuthSettings.passwordCost`)
 * @throws AuthError `validation_failed` when the password is too long for bcrypt
 */
export async function hashPassword(password: string, cost: number): Promise<string> {
  requireLength(password);
  return bcrypt.hash(password, cost);
}

/** Whether a password matches a stored hash. Without a hash, no password matches. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  return hash !== null && hash !== '' && bcrypt.compare(password, hash);
}

/** bcrypt ignores bytes after these. */
const MAX_PASSWORD_BYTES = 72;

function requireLength(password: string): void {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) throw invalid(`Password cannot be longer than ${String(MAX_PASSWORD_BYTES)} characters`);
}

/** Why a password is too weak, or undefined. @throws AuthError when it is too long for bcrypt */
export function weaknessOf(password: string, settings: AuthSettings): AuthError | undefined {
  requireLength(password);
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
