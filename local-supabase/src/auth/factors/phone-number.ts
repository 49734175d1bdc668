/** The digits of a number in international form (E.164), without plus sign and spaces; undefined for anything else. */
export function phoneDigits(number: string): string | undefined {
  const digits = number.replace(/^\+/, '').replaceAll(' ', '');
  return /^[1-9][0-9]{1,14}$/.test(digits) ? digits : undefined;
}
