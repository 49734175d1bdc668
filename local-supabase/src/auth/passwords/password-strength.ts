import type { AuthSettings } from '../../options/settings.ts';
import { AuthError, invalid } from '../auth-error.ts';

/** bcrypt reads no more than this many bytes. */
const longestPassword = 72;

/** What makes a password too weak, or undefined. @throws AuthError when it is too long to be hashed. */
export function weaknessOf(password: string, settings: AuthSettings): AuthError | undefined {
  if (Buffer.byteLength(password) > longestPassword) {
    throw invalid(`Password cannot be longer than ${String(longestPassword)} characters`);
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
