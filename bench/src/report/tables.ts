import type { Load } from '../measure/load.ts';

/** Lays out rows of text in columns. The first column is aligned to the left, the others contain numbers and are aligned to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, cell.length)));
  return rows
    .map((row) =>
      row.map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0))).join('   ').trimEnd(),
    )
    .join('\n');
}

/** The median of some numbers; NaN without any. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const above = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? above : ((sorted[middle - 1] ?? Number.NaN) + above) / 2;
}

/** Smallest and largest of some numbers, as `12–34`. */
export function rangeText(numbers: readonly number[]): string {
  return `${Math.min(...numbers).toFixed(0)}–${Math.max(...numbers).toFixed(0)}`;
}

type Measure = 'time' | 'visible' | 'cpu' | 'requests' | 'bytes' | 'requestsUntilIdle' | 'bytesUntilIdle';

/** Medians over the loads of one variant; see {@link Load} for their meaning. */
export type Summary = Readonly<Record<Measure | 'fastest' | 'slowest', number>>;

/** Summarises the loads of one variant. */
export function summarize(loads: readonly Load[]): Summary {
  const medianOf = (key: Measure) => median(loads.map((load) => load[key]));
  return {
    time: medianOf('time'),
    fastest: Math.min(...loads.map(({ time }) => time)),
    slowest: Math.max(...loads.map(({ time }) => time)),
    visible: medianOf('visible'),
    cpu: medianOf('cpu'),
    requests: medianOf('requests'),
    bytes: medianOf('bytes'),
    requestsUntilIdle: medianOf('requestsUntilIdle'),
    bytesUntilIdle: medianOf('bytesUntilIdle'),
  };
}

/** A table of cold loads of the log-in form, with ratios to a reference. */
export function loadsTable(summaries: ReadonlyMap<string, Summary>, reference: Summary, referenceName: string): string {
  const ratio = `× ${referenceName}`;
  const rows = [...summaries].map(([name, summary]) => [
    name,
    summary.visible.toFixed(0),
    (summary.visible / reference.visible).toFixed(3),
    summary.time.toFixed(0),
    rangeText([summary.fastest, summary.slowest]),
    (summary.time / reference.time).toFixed(3),
    summary.bytes.toFixed(0),
    (summary.bytes / reference.bytes).toFixed(3),
    String(summary.requests),
    summary.cpu.toFixed(0),
    String(summary.requestsUntilIdle),
    summary.bytesUntilIdle.toFixed(0),
  ]);
  return table([['to the log-in form', 'visible ms', ratio, 'usable ms', 'range', ratio, 'bytes', ratio, 'requests', 'cpu ms', 'requests until idle', 'bytes until idle'], ...rows]);
}
