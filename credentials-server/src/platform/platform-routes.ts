import { canBeForced } from '@atrium/releases/gate';
import { platformMoveSchema } from '@atrium/releases/move';
import { platformLogPath, platformMovesPath, platformStatePath } from '@atrium/releases/names';
import { InvalidMoveError, MoveRefusedError, StoreError } from '@atrium/releases/store-errors';
import { logQuerySchema } from '@atrium/releases/store-wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { addForOwnPages } from '../own-pages.ts';
import type { PeopleService } from '../person/identify-person.ts';
import { sendProblem } from '../problem-answer.ts';
import { storeRefusal } from '../store-refusal.ts';
import { checkPlatformPerson } from './platform-people.ts';
import { platformState, type PlatformGround } from './platform-state.ts';

/** What the routes of the platform team's page need. */
export interface PlatformRoutesOptions extends PlatformGround {
  readonly people: PeopleService;
  /** The platform team: user ids, and addresses in lower case. */
  readonly team: readonly string[];
  /** Requests in a minute from one address: an open page asks every 15 seconds. */
  readonly requestsPerMinute: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the history calls the person of the platform team who asks; set before the body of such a request is read. */
    platformPerson: string | null;
  }
}

/**
 * What the platform team's page asks (design §8): only for somebody of the team at `aal2`, which is found out anew each
 * time. Who asks is what the history names; a page cannot say it.
 */
export async function addPlatformRoutes(server: FastifyInstance, options: PlatformRoutesOptions): Promise<void> {
  const { store, people, team, requestsPerMinute } = options;
  await addForOwnPages(server, { routeClass: 'platform', requestsPerMinute }, (pages) => {
    pages.decorateRequest('platformPerson', null);
    pages.setErrorHandler<Error>(answerStoreError);
    // After the rate limit and the cross-site check; before a body is read.
    pages.addHook('preParsing', async (request, reply) => {
      const check = await checkPlatformPerson(request, people, team);
      if (check.ok) request.platformPerson = check.name;
      else await sendProblem(check.status === 503 ? reply.header('retry-after', '5') : reply, check.status, check.problem);
    });

    pages.get(platformStatePath, (request) => platformState(options, personOf(request), request.log));

    pages.get(platformLogPath, async (request, reply) => {
      const query = v.safeParse(logQuerySchema, { ...(request.query ?? {}) });
      if (!query.success) return sendProblem(reply, 400, 'bad-request');
      return { entries: await store.readLog(query.output) };
    });

    pages.post(platformMovesPath, async (request) => {
      const parsed = v.safeParse(platformMoveSchema, request.body);
      if (!parsed.success) throw new InvalidMoveError(`Nothing was moved: ${parsed.issues[0].message}.`);
      const move = parsed.output;
      const person = personOf(request);
      const { registry, entry } = await store.move({ ...move, who: person, team: null });
      const { action, name } = move;
      // Who it was is in the store's log, and in no other.
      request.log.info({ action, remote: name, release: entry?.release ?? move.release, moved: entry !== null }, 'the platform team moved a pointer');
      return { moved: entry !== null, state: await platformState(options, person, request.log, registry) };
    });
  });
}

function personOf({ platformPerson }: FastifyRequest): string {
  if (platformPerson === null) throw new Error('Nobody was identified for this request.');
  return platformPerson;
}

/** Answers what the store refuses, so that the page can say what to do about it. Everything else is the server's matter. */
function answerStoreError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof StoreError)) throw error;
  const { status, refusal } = storeRefusal(error);
  if (status >= 500) request.log.error({ err: error }, 'the store failed');
  const canForce = error instanceof MoveRefusedError && { canForce: error.findings.every(canBeForced) };
  return reply.code(status).send({ error: { ...refusal, ...canForce } });
}
