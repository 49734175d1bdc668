/** A difference does not fit to the text that it is for. */
export class DifferenceError extends Error {
  override readonly name = 'DifferenceError';
}

/**
 * Changes a text as the difference says: its lines begin with `-` (goes), `+` (comes) or a space (stays). The lines that go
 * and stay must be there once, in one piece.
 *
 * @throws DifferenceError
 */
export function applyDifference(text: string, difference: string): string {
  const lines = difference.trimEnd().split('\n');
  const side = (other: string) => lines.filter((line) => !line.startsWith(other)).map((line) => `${line.slice(1)}\n`).join('');
  const [before, after] = [side('+'), side('-')];
  const at = text.indexOf(before);
  if (at < 0) throw new DifferenceError(`These lines are not there:\n${before}`);
  if (text.includes(before, at + 1)) throw new DifferenceError(`These lines are there more than once:\n${before}`);
  return text.slice(0, at) + after + text.slice(at + before.length);
}
