import { TELEMETRY_TAG } from '@atrium/releases/wire';
import { DeferredPart } from '../runtime/deferred-part.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';
import type { Telemetry, TelemetryChoice } from './telemetry.ts';

/** Telemetry, in a script of its own, if the document asks this tab for it; otherwise null. */
export function deferredTelemetry(loads: SiteLoads): DeferredPart<Telemetry> | null {
  const choice = documentTelemetry(document);
  if (!choice) return null;
  const part = new DeferredPart<Telemetry>();
  part.provide(async () => {
    const { Telemetry } = await import(/* webpackChunkName: "telemetry" */ './telemetry.ts');
    return new Telemetry(loads, choice);
  });
  return part;
}

/**
 * Where this tab sends telemetry; null if it sends none.
 *
 * @param chance a number from 0 to 1 that decides whether this tab is in the sample
 */
export function documentTelemetry(source: Document, chance = Math.random()): TelemetryChoice | null {
  const meta = source.querySelector<HTMLMetaElement>(`meta[name="${TELEMETRY_TAG.name}"]`);
  const share = Number(meta?.getAttribute(TELEMETRY_TAG.shareAttribute));
  return meta && chance * 100 < share ? { collector: meta.content, share } : null;
}
