import type { FastifyInstance } from 'fastify';

/** Services of a hosted project that this backend does not offer yet. */
const absent = ['storage', 'functions'];

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
}
