import type { Summary } from './summary.ts';
import { table } from './table.ts';

/** The table of what cold loads of the log-in form came to at each site, with ratios to the reference. */
export function loadsTable(summaries: ReadonlyMap<string, Summary>, reference: Summary, referenceName: string): string {
  const by = `× ${referenceName}`;
  const rows = [...summaries].map(([name, summary]) => [
    name,
    summary.time.toFixed(0),
    `${summary.fastest.toFixed(0)}–${summary.slowest.toFixed(0)}`,
    (summary.time / reference.time).toFixed(3),
    summary.bytes.toFixed(0),
    (summary.bytes / reference.bytes).toFixed(3),
    String(summary.requests),
    summary.cpu.toFixed(0),
    String(summary.requestsUntilIdle),
    summary.bytesUntilIdle.toFixed(0),
  ]);
  return table([['to the log-in form', 'ms', 'range', by, 'bytes', by, 'requests', 'cpu ms', 'requests until idle', 'bytes until idle'], ...rows]);
}
