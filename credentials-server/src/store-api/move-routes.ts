import { proposalSchema } from '@atrium/releases/gate-check';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { InvalidMoveError } from '@atrium/releases/store-errors';
import { garbageRequestSchema, moveRequestSchema } from '@atrium/releases/store-wire';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { requirePlatform, requireRemote } from './caller.ts';
import { parseRequest } from './parse-request.ts';

/** What changes what is live, and what asks whether it could be changed. */
export function addMoveRoutes(api: FastifyInstance, store: ReleaseStore): void {
  api.post('/moves', async (request) => {
    const parsed = v.safeParse(moveRequestSchema, request.body);
    if (!parsed.success) throw new InvalidMoveError(`Nothing was moved: ${parsed.issues[0].message}.`);
    const move = parsed.output;
    const { action, name } = move;
    const { team } = requireRemote(request, name);
    // The history names the team that the token belongs to. A name in the request could be anyone's.
    const result = await store.move({ ...move, who: team, team });
    const { entry } = result;
    request.log.info({ team, action, remote: name, release: entry?.release ?? move.release, moved: entry !== null }, 'a pointer was moved');
    return result;
  });

  api.post('/checks', async (request) => {
    const proposal = parseRequest(proposalSchema, request.body);
    requireRemote(request, 'manifest' in proposal ? proposal.manifest.name : proposal.name);
    return store.check(proposal);
  });

  api.post('/garbage', async (request) => {
    const { team } = requirePlatform(request);
    const options = parseRequest(garbageRequestSchema, request.body);
    const report = await store.collectGarbage(options);
    request.log.info({ team, action: 'gc', ...options, removed: report.removed.length }, 'garbage was collected');
    return report;
  });
}
