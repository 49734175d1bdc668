import { webAddress } from './address-settings.ts';
import { SettingsError } from './settings-error.ts';

/** Where tabs send what they measure and what goes wrong in them. */
export interface TelemetrySettings {
  /** Base address of an OTLP collector without a slash at the end; a path is one of the document's own origin. */
  readonly collector: string;
  /** Share of the tabs that send anything: a number above 0, and 100 at most. */
  readonly share: number;
}

/**
 * Reads `TELEMETRY_URL` and `TELEMETRY_SHARE`; null where tabs send nothing.
 *
 * @throws SettingsError
 */
export function telemetrySettings(env: Readonly<Record<string, string | undefined>>): TelemetrySettings | null {
  const collector = env['TELEMETRY_URL']?.trim() ?? '';
  const share = shareOf(env['TELEMETRY_SHARE']);
  if (collector === '' || share === 0) return null;
  // A path that begins with two slashes would be another host.
  const isPath = /^\/(?!\/)/.test(collector);
  webAddress('TELEMETRY_URL', isPath ? `https://own.origin${collector}` : collector, 'https://collector.example.org, or to a path of the site such as /otlp');
  return { collector: collector.replace(/\/+$/, ''), share };
}

function shareOf(value: string | undefined): number {
  const text = value?.trim() || '100';
  const share = Number(text);
  if (/^\d{1,3}(?:\.\d+)?$/.test(text) && share <= 100) return share;
  throw new SettingsError('TELEMETRY_SHARE', 'is not a share. Set it to a number from 0 to 100, the percentage of tabs that send telemetry, or leave it out for 100.');
}
