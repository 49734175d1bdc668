/** Rows as lines, each column as wide as its longest cell. The first row is the head. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd());
}

/** A moment as people of several time zones can compare it; `when` is in ISO 8601 with UTC. */
export function moment(when: string): string {
  return `${when.slice(0, 16).replace('T', ' ')} UTC`;
}

/** A size in kilobytes of 1000 bytes, as browsers' network tables show it. */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
