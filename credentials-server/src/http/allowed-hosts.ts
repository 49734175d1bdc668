import type { FastifyInstance } from 'fastify';
import { sendProblem } from './errors.ts';

/** Whether browsers always resolve a host name to this machine itself (RFC 6761 §6.3). */
function isLoopback(hostname: string): boolean {
  return /^(?:(?:[^.]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/**
 * Refuses requests for other host names than those in the list and those of this machine. A foreign name that resolves to this
 * machine (DNS rebinding) would otherwise let another website read this one in the developer's browser.
 */
export function refuseForeignHosts(server: FastifyInstance, allowedHosts: readonly string[]): void {
  server.addHook('onRequest', (request, reply, done) => {
    const hostname = request.hostname.toLowerCase();
    if (isLoopback(hostname) || allowedHosts.includes(hostname)) done();
    else sendProblem(reply, 403, 'foreign-host');
  });
}
