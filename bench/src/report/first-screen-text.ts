import { BUDGETS, LAYERS } from './budgets.ts';
import type { LayerSizes } from './layer-sizes.ts';
import { loadsTable } from './loads-table.ts';
import type { Summary } from './summary.ts';
import { table } from './table.ts';

/** The table of the variants, with ratios to vite's, and the table of the layers of the site. */
export function firstScreenText(summaries: ReadonlyMap<string, Summary>, reference: Summary, layers: LayerSizes): string {
  const budgets = LAYERS.map((layer) => [layer, (layers.get(layer) ?? 0).toFixed(0), String(BUDGETS[layer])]);
  const whole = [...layers.values()].reduce((total, bytes) => total + bytes, 0);
  const allowed = Object.values(BUDGETS).reduce((total, bytes) => total + bytes, 0);
  return [
    loadsTable(summaries, reference, 'vite'),
    table([['layer of the site', 'bytes', 'budget'], ...budgets, ['all', whole.toFixed(0), String(allowed)]]),
  ].join('\n\n');
}
