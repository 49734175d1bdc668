import type { Load } from '../measure/measure-load.ts';
import { median } from './median.ts';

/** Medians over a variant's loads; see {@link Load} for what they mean. */
export interface Summary {
  readonly time: number;
  readonly fastest: number;
  readonly slowest: number;
  readonly cpu: number;
  readonly requests: number;
  readonly bytes: number;
  readonly requestsUntilIdle: number;
  readonly bytesUntilIdle: number;
}

/** Sums up the loads of one variant. */
export function summarize(loads: readonly Load[]): Summary {
  const of = (key: 'time' | 'cpu' | 'requests' | 'bytes' | 'requestsUntilIdle' | 'bytesUntilIdle') => loads.map((load) => load[key]);
  return {
    time: median(of('time')),
    fastest: Math.min(...of('time')),
    slowest: Math.max(...of('time')),
    cpu: median(of('cpu')),
    requests: median(of('requests')),
    bytes: median(of('bytes')),
    requestsUntilIdle: median(of('requestsUntilIdle')),
    bytesUntilIdle: median(of('bytesUntilIdle')),
  };
}
