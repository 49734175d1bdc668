import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TelemetrySettings } from '../config/settings.ts';

const YEAR_IN_SECONDS = 31_536_000;

/** The policy of every response that is not a document: opened on its own, it can do nothing. */
const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Sets the headers that every response has; a route may replace them.
 *
 * @param siteUrl where visitors find the site, if that is known
 */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply, siteUrl: string | null): void {
  reply.headers({
    'content-security-policy': INERT_POLICY,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  // Browsers ignore it in a response over http (RFC 6797 §8.1).
  if (request.protocol === 'https' || siteUrl?.startsWith('https:')) reply.header('strict-transport-security', `max-age=${YEAR_IN_SECONDS}`);
}

/**
 * Sets the headers that only documents need. Browsers ignore most of them in other responses, where they would cost every first visit 180
 * bytes for each file.
 *
 * @param policy see {@link documentPolicy}
 */
export function setDocumentHeaders(reply: FastifyReply, policy: string): void {
  reply.headers({
    'content-security-policy': policy,
    'integrity-policy': 'blocked-destinations=(script)',
    // For browsers without `frame-ancestors`, which the policy has.
    'x-frame-options': 'DENY',
    // Mailed links carry tokens in their URL, which no other site may learn.
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
  });
}

/** The URLs of a site that its documents may connect to. */
interface ConnectedAddresses {
  readonly supabaseUrl: string;
  readonly apiBaseUrl: string;
  readonly telemetry: Pick<TelemetrySettings, 'collector'> | null;
}

/**
 * The Content-Security-Policy of a live document: no inline script or style, scripts only through the shell's `default`
 * Trusted Types policy, and connections only to the backend, the site's own server and the telemetry collector.
 *
 * @param inlineScript the hash of the only inline script of the document, as a source of the policy
 */
export function documentPolicy({ supabaseUrl, apiBaseUrl, telemetry }: ConnectedAddresses, inlineScript?: string): string {
  const backend = new URL(supabaseUrl).origin;
  const connect = ["'self'", backend, backend.replace(/^http/, 'ws')];
  if (apiBaseUrl !== '') connect.push(new URL(apiBaseUrl).origin);
  // A collector that is a path belongs to 'self'.
  if (telemetry && URL.canParse(telemetry.collector)) connect.push(new URL(telemetry.collector).origin);
  return [
    "default-src 'none'",
    `script-src 'self'${inlineScript === undefined ? '' : ` ${inlineScript}`}`,
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
