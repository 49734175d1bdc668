/** Arabic, Persian and Urdu digits, and the full-width digits of Chinese and Japanese keyboards. Each block starts with 0. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

/** The digits of a code as users type and paste it: `123 456`, `123-456`, `١٢٣٤٥٦`. Other characters stay, so that a check can refuse them. */
export function readCode(typed: string): string {
  // Each block of digits starts at a multiple of 16. Copied Arabic text contains direction marks.
  return typed.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) % 16)).replace(/[\s\u200e\u200f\u2066-\u2069-]/g, '');
}
