import type { Target } from '../benchmark.ts';
import { BUDGETS, LAYERS, TARGET } from './budgets.ts';
import type { LayerSizes } from './layer-sizes.ts';
import type { Summary } from './summary.ts';

/** What the first screen may cost: against the plain bundle, and each layer for itself. */
export function firstScreenTargets(site: Summary, reference: Summary, layers: LayerSizes): Target[] {
  return [
    ...(['time', 'bytes'] as const).map(
      (key): Target => ({ what: `${key} to the log-in form, by vite's`, measured: site[key] / reference[key], limit: TARGET, unit: '×' }),
    ),
    ...LAYERS.map(
      (layer): Target => ({ what: `layer ${layer}`, measured: Math.round(layers.get(layer) ?? 0), limit: BUDGETS[layer], unit: 'bytes' }),
    ),
  ];
}
