import type { TelemetrySettings } from './telemetry-settings.ts';

/** The addresses of a site that its documents may speak to. */
export interface PolicyPlaces {
  readonly supabaseUrl: string;
  readonly apiBaseUrl: string;
  readonly telemetry: Pick<TelemetrySettings, 'collector'> | null;
}

/**
 * The Content-Security-Policy of a live document (design §6 and §8): no inline script or style, scripts only through
 * the shell's `default` Trusted Types policy, data only from the backend and the site's own server, and to the collector.
 */
export function documentPolicy({ supabaseUrl, apiBaseUrl, telemetry }: PolicyPlaces): string {
  const backend = new URL(supabaseUrl).origin;
  const connect = ["'self'", backend, backend.replace(/^http/, 'ws')];
  if (apiBaseUrl !== '') connect.push(new URL(apiBaseUrl).origin);
  // A path is of the own origin, which is there already.
  if (telemetry && URL.canParse(telemetry.collector)) connect.push(new URL(telemetry.collector).origin);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob: ${backend}`,
    "font-src 'self'",
    `connect-src ${[...new Set(connect)].join(' ')}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** The policy of everything that is not a document: opened on its own, it can do nothing. */
export const inertPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";
