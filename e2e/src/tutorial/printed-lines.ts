/** The first of the expected lines that was not printed behind the ones before it; null when all were. `…` stands for anything, one space for many. */
export function missingLine(printed: string, expected: readonly string[]): string | null {
  const lines = printed.split('\n').map(plain);
  let from = 0;
  for (const line of expected.map(plain).filter((text) => text !== '' && text !== '…')) {
    const pattern = new RegExp(`^${line.split('…').map(literal).join('.*')}$`);
    const at = lines.findIndex((candidate, index) => index >= from && pattern.test(candidate));
    if (at < 0) return line;
    from = at + 1;
  }
  return null;
}

function plain(line: string): string {
  return line.trim().replaceAll(/\s+/g, ' ');
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
