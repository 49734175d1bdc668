import type { FastifyInstance } from 'fastify';

/** The address to open in a browser on this machine, for a server that listens. */
export function siteAddress(server: FastifyInstance, host: string): string {
  const listening = server.server.address();
  const port = typeof listening === 'object' && listening !== null ? `:${listening.port}` : '';
  const everywhere = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host);
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}${port}`;
}
