import type { ReleaseStore } from '@atrium/releases/release-store';
import { TeamBookError } from '@atrium/releases/store-errors';
import { tokenRequestSchema } from '@atrium/releases/team-book';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { requirePlatform } from './caller.ts';

/** Teams and their tokens, for a team that may release everything. */
export function addTeamRoutes(api: FastifyInstance, { teams }: ReleaseStore): void {
  api.get('/tokens', async (request) => {
    requirePlatform(request);
    return { teams: await teams.listTeams() };
  });

  api.post('/tokens', async (request) => {
    const { team } = requirePlatform(request);
    const wish = v.safeParse(tokenRequestSchema, request.body);
    if (!wish.success) throw new TeamBookError(`No token was made: ${wish.issues[0].message}.`);
    const token = await teams.createToken(wish.output);
    request.log.info({ team, action: 'create-token', for: wish.output.team }, 'a token was made');
    return { token };
  });

  api.delete<{ Params: { id: string } }>('/tokens/:id', async (request) => {
    const { team } = requirePlatform(request);
    const revoked = await teams.revokeToken(request.params.id);
    request.log.info({ team, action: 'revoke-token', revoked }, 'a token was revoked');
    return { revoked };
  });
}
