/** A difference does not match the text that it changes. */
export class DifferenceError extends Error {
  override readonly name = 'DifferenceError';
}

/**
 * Applies a difference to a text. Its lines start with `-` (removed), `+` (added) or a space (unchanged). The removed and
 * unchanged lines must occur exactly once, as one piece.
 *
 * @throws DifferenceError
 */
export function applyDifference(text: string, difference: string): string {
  const lines = difference.trimEnd().split('\n');
  const without = (sign: string) => lines.filter((line) => !line.startsWith(sign)).map((line) => `${line.slice(1)}\n`).join('');
  const [before, after] = [without('+'), without('-')];
  const at = text.indexOf(before);
  if (at < 0) throw new DifferenceError(`The text does not contain these lines:\n${before}`);
  if (text.includes(before, at + 1)) throw new DifferenceError(`The text contains these lines more than once:\n${before}`);
  return text.slice(0, at) + after + text.slice(at + before.length);
}
