import { covers, type Team } from '@atrium/releases/team-book';
import type { ReleaseStore } from '@atrium/releases/release-store';
import type { FastifyRequest } from 'fastify';
import { StoreApiError } from './store-api-error.ts';

/** The team in whose name a request comes. */
export type Caller = Pick<Team, 'team' | 'remotes'>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every request below the store's address, before its body is read. */
    storeCaller: Caller | null;
  }
}

/** Finds out whose request it is. @throws StoreApiError if it comes without a token that is known */
export async function identifyCaller(store: ReleaseStore, request: FastifyRequest): Promise<void> {
  const [, token] = /^Bearer ([^\s]{1,300})$/i.exec(request.headers.authorization ?? '') ?? [];
  request.storeCaller = token === undefined ? null : await store.teams.teamOfToken(token);
  if (request.storeCaller === null) throw new StoreApiError(401, 'unknown-token');
}

/** The team in whose name a request comes. */
export function callerOf({ storeCaller }: FastifyRequest): Caller {
  if (storeCaller === null) throw new StoreApiError(401, 'unknown-token');
  return storeCaller;
}

/** @throws StoreApiError unless the team may release this remote */
export function requireRemote(request: FastifyRequest, name: string): Caller {
  const caller = callerOf(request);
  if (!covers(caller, name)) throw new StoreApiError(403, 'not-your-remote');
  return caller;
}

/** @throws StoreApiError unless the team may release everything: then it may manage teams, too */
export function requirePlatform(request: FastifyRequest): Caller {
  const caller = callerOf(request);
  if (!caller.remotes.includes('*')) throw new StoreApiError(403, 'not-your-right');
  return caller;
}
