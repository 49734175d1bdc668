import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import { typesOfDatabase } from './typescript.ts';

const querySchema = v.object({ prefix: v.optional(v.string(), '') });

/**
 * Registers `GET /local/v1/types`: the TypeScript types of the schema `public`, for `atrium db types`. A hosted project has the command
 * `supabase gen types` instead.
 */
export function registerTypes(server: FastifyInstance, database: Database): void {
  server.get('/types', async ({ query }, reply) => {
    const parsed = v.safeParse(querySchema, query);
    if (!parsed.success) return reply.code(400).send({ message: 'Pass one prefix.' });
    return typesOfDatabase(database, parsed.output.prefix);
  });
}
