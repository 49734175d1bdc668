import { BUDGETS, LAYERS } from './budgets.ts';
import type { LayerSizes } from './layer-sizes.ts';
import type { Summary } from './summary.ts';
import { table } from './table.ts';

/** The table of the variants, with ratios to the reference, and the table of the layers of the site. */
export function firstScreenText(summaries: ReadonlyMap<string, Summary>, reference: Summary, layers: LayerSizes): string {
  const variants = [...summaries].map(([name, summary]) => [
    name,
    summary.time.toFixed(0),
    `${summary.fastest.toFixed(0)}–${summary.slowest.toFixed(0)}`,
    (summary.time / reference.time).toFixed(3),
    summary.bytes.toFixed(0),
    (summary.bytes / reference.bytes).toFixed(3),
    String(summary.requests),
    summary.cpu.toFixed(0),
    summary.bytesUntilIdle.toFixed(0),
  ]);
  const budgets = LAYERS.map((layer) => [layer, (layers.get(layer) ?? 0).toFixed(0), String(BUDGETS[layer])]);
  const whole = [...layers.values()].reduce((total, bytes) => total + bytes, 0);
  const allowed = Object.values(BUDGETS).reduce((total, bytes) => total + bytes, 0);
  return [
    table([['to the log-in form', 'ms', 'range', '× vite', 'bytes', '× vite', 'requests', 'cpu ms', 'bytes until idle'], ...variants]),
    table([['layer of the site', 'bytes', 'budget'], ...budgets, ['all', whole.toFixed(0), String(allowed)]]),
  ].join('\n\n');
}
