import { telemetryMeta } from '@atrium/releases/names';

/** What a document asks its tab for. */
export interface TelemetryChoice {
  /** Base address of an OTLP collector. */
  readonly collector: string;
  /** Share of tabs that were asked: a number above 0, and 100 at most. */
  readonly share: number;
}

/**
 * Where this tab sends telemetry; null where it sends none.
 *
 * @param chance a number from 0 to 1 that decides whether this tab is among those that send
 */
export function documentTelemetry(source: Document, chance = Math.random()): TelemetryChoice | null {
  const meta = source.querySelector<HTMLMetaElement>(`meta[name="${telemetryMeta.name}"]`);
  const share = Number(meta?.getAttribute(telemetryMeta.share));
  return meta && chance * 100 < share ? { collector: meta.content, share } : null;
}
