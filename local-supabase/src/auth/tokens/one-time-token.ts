import { createHash, randomInt } from 'node:crypto';

/** Marks the tokens of flows that were begun with a PKCE challenge. */
export const pkcePrefix = 'pkce_';

/** A code to type, of as many digits as asked for. */
export function generateOtp(length: number): string {
  return String(randomInt(10 ** length)).padStart(length, '0');
}

/** What is stored of a code, and what mail links carry: SHA-224 of address and code, in hexadecimal, as GoTrue does. */
export function tokenHash(emailOrPhone: string, otp: string): string {
  return createHash('sha224').update(emailOrPhone + otp).digest('hex');
}

/** Whether a stored token is the one that was given, and still young enough. `sentAt` is ISO 8601, `life` in seconds. */
export function tokenFits(given: string, stored: string, sentAt: string | null, life: number): boolean {
  if (stored === '' || isExpired(sentAt, life)) return false;
  return given === stored || pkcePrefix + given === stored;
}

/** Whether a token has outlived its time. `sentAt` is ISO 8601, `life` in seconds. */
export function isExpired(sentAt: string | null, life: number): boolean {
  return sentAt === null || Date.now() > Date.parse(sentAt) + life * 1000;
}
