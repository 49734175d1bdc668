import { LaterPart } from '../site/later-part.ts';
import type { SiteLoads } from '../site/site-loads.ts';
import { documentTelemetry } from './document-telemetry.ts';
import type { Telemetry } from './telemetry.ts';

/** The telemetry of a tab whose document asks for it, in a script of its own; null where nothing is to be loaded or sent. */
export function laterTelemetry(loads: SiteLoads): LaterPart<Telemetry> | null {
  const choice = documentTelemetry(document);
  if (!choice) return null;
  const part = new LaterPart<Telemetry>();
  part.provide(async () => {
    const { Telemetry } = await import(/* webpackChunkName: "telemetry" */ './telemetry.ts');
    return new Telemetry(loads, choice);
  });
  return part;
}
