import type { FastifyReply, FastifyRequest } from 'fastify';
import { inertPolicy } from './content-security-policy.ts';

/** One year, in seconds. */
const year = 31_536_000;

/** Sets the headers that every answer has; a route may replace them. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'content-security-policy': inertPolicy,
    'x-content-type-options': 'nosniff',
    // Mailed links carry tokens in their address: no other site may learn it.
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${year}`);
}
