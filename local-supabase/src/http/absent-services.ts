import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Services of a hosted project that this backend does not offer yet. */
const absent = ['realtime'];

/** Says plainly that a service is missing, so that nobody searches for a mistake of their own. */
export function registerAbsentServices(server: FastifyInstance): void {
  for (const service of absent) {
    server.all(`/${service}/v1/*`, (_request, reply) =>
      reply.code(501).send({
        code: 'not_implemented',
        error: 'Not Implemented',
        message: `local-supabase does not offer ${service} yet. Use a hosted project (SUPABASE_URL, SUPABASE_KEY) for it.`,
      }),
    );
  }
  refuseUpgrades(server.server);
}

function refuseUpgrades(server: Server): void {
  const body = JSON.stringify({ code: 'not_implemented', message: 'local-supabase does not offer realtime yet.' });
  server.on('upgrade', (_request, socket) => {
    socket.on('error', () => undefined);
    socket.end(
      `HTTP/1.1 501 Not Implemented\r\ncontent-type: application/json\r\ncontent-length: ${String(Buffer.byteLength(body))}\r\nconnection: close\r\n\r\n${body}`,
    );
  });
}
