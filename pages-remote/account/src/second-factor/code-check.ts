import { codeCheckText } from './code-check-messages.ts';

/** The digits of Arabic, of Persian and Urdu, and the wide ones of Chinese and Japanese keyboards, each block in order from 0. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

/** The digits of a code as people type and paste it: `123 456`, `123-456`, `١٢٣٤٥٦`. */
export function readCode(typed: string): string {
  // The blocks begin at a multiple of 16. Marks of direction come along with a copied Arabic text.
  return typed.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) % 16)).replace(/[\s\u200e\u200f\u2066-\u2069-]/g, '');
}

/**
 * The code in a text that came as a whole, such as a message with words around it; null where there is none, or more
 * than one number that it could be.
 */
export function findCode(text: string): string | null {
  if (CODE.test(readCode(text))) return readCode(text);
  const found = [...text.matchAll(/(?<!\p{Nd})\p{Nd}{3}[\s-]?\p{Nd}{3}(?!\p{Nd})/gu)];
  return found[0] && found.length === 1 ? readCode(found[0][0]) : null;
}

const CODE = /^\d{6,10}$/;

/** Apps show 6 digits; the auth service can be set up to send up to 10 to phones. */
export const codeField = {
  name: 'code',
  check(typed: string) {
    const code = readCode(typed);
    if (code === '') return codeCheckText('missing');
    return CODE.test(code) ? null : codeCheckText('incomplete');
  },
} as const;

/** Error codes of the auth service that are about the code that was typed. */
export const CODE_ERRORS = {
  mfa_verification_failed: 'code',
  mfa_challenge_expired: 'code',
  mfa_ip_address_mismatch: 'code',
  otp_expired: 'code',
  over_request_rate_limit: 'code',
  validation_failed: 'code',
} as const;
