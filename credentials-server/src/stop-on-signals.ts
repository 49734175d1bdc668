import type { FastifyInstance } from 'fastify';

/** Milliseconds that requests in flight have to end. */
const patience = 5000;

/**
 * Stops cleanly on SIGTERM and SIGINT, and when the process that started this one is gone: no new connections, idle
 * ones closed, requests in flight finished within a bound. Signals come twice when a terminal and a parent both send
 * them, so only the first counts.
 */
export function stopOnSignals(server: FastifyInstance): void {
  let stopping = false;

  async function stop(reason: string): Promise<void> {
    if (stopping) return;
    stopping = true;
    server.log.info({ reason }, 'stopping');
    const late = setTimeout(() => {
      server.log.warn('requests in flight took too long and were cut off');
      server.server.closeAllConnections();
    }, patience);
    await server.close();
    clearTimeout(late);
    server.log.info('stopped');
    if (process.connected) process.disconnect();
  }

  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  // Without its parent nobody would stop it, and it would keep the port.
  process.on('disconnect', () => void stop('the parent process is gone'));
}
