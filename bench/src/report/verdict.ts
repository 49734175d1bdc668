import { BUDGETS, LAYERS, TARGET } from './budgets.ts';
import type { LayerSizes } from './layer-sizes.ts';
import type { Summary } from './summary.ts';

/** What the site misses, a sentence for each; empty when all is well. */
export function misses(site: Summary, reference: Summary, layers: LayerSizes): string[] {
  const target = (['time', 'bytes'] as const).flatMap((key) => {
    const ratio = site[key] / reference[key];
    return ratio <= TARGET ? [] : [`The ${key} to the log-in form is ${ratio.toFixed(3)} of the plain Vite bundle's; the target is ${TARGET}.`];
  });
  const budgets = LAYERS.flatMap((layer) => {
    const over = Math.round(layers.get(layer) ?? 0) - BUDGETS[layer];
    return over <= 0 ? [] : [`The layer ${layer} is ${over} bytes over its budget of ${BUDGETS[layer]}.`];
  });
  return [...target, ...budgets];
}
