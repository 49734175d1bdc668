import type { FastifyReply, FastifyRequest } from 'fastify';
import { inertPolicy } from './content-security-policy.ts';

/** One year, in seconds. */
const year = 31_536_000;

/**
 * Sets the headers that every answer has; a route may replace them.
 * @param siteUrl where visitors find the site, if that is known
 */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply, siteUrl: string | null): void {
  reply.headers({
    'content-security-policy': inertPolicy,
    'x-content-type-options': 'nosniff',
    // For browsers that do not know `frame-ancestors`, which every policy of this site has.
    'x-frame-options': 'DENY',
    // Mailed links carry tokens in their address: no other site may learn it.
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  // Browsers ignore it in an answer over http (RFC 6797 §8.1).
  if (request.protocol === 'https' || siteUrl?.startsWith('https:')) reply.header('strict-transport-security', `max-age=${year}`);
}
