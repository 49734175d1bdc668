import type { FastifyPluginAsync } from 'fastify';

/**
 * Gives a plugin a name (https://fastify.dev/docs/latest/Reference/Plugins/#handle-the-scope). Fastify compares a plugin
 * without one with every loaded module to find the name, which takes longer than everything else when a server starts.
 */
export function named(name: string, plugin: FastifyPluginAsync): FastifyPluginAsync {
  return Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name });
}
