/** Lines before and after the marked one. */
const CONTEXT = 2;

/** What to mark. */
interface Mark {
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1; null if only the line is known. */
  readonly column: number | null;
}

/** The lines around a place, with line numbers. The line is marked with `>`, and its column with `^`. */
export function sourceFrame(source: string, { line, column }: Mark): string {
  const lines = source.split(/\r?\n/);
  const first = Math.max(1, line - CONTEXT);
  const last = Math.min(lines.length, line + CONTEXT);
  const width = String(last).length;
  return lines
    .slice(first - 1, last)
    .flatMap((text, index) => {
      const number = first + index;
      const shown = `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${text}`.trimEnd();
      if (number !== line || column === null) return [shown];
      // Tabs stay, so that the mark is below its column at every tab size.
      return [shown, `  ${' '.repeat(width)} | ${text.slice(0, column - 1).replace(/[^\t]/g, ' ')}^`];
    })
    .join('\n');
}
