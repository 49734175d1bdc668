import type { ReleaseStore } from '@atrium/releases/stores';
import { covers, type Team } from '@atrium/releases/teams';
import type { FastifyRequest } from 'fastify';
import { StoreApiError } from './errors.ts';

/** The team that sends a request. */
type Caller = Pick<Team, 'team' | 'remotes'>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every request to the store API, before its body is read. */
    storeCaller: Caller | null;
  }
}

/** Identifies the team by its token. @throws StoreApiError if the token is missing or unknown */
export async function identifyCaller(store: ReleaseStore, request: FastifyRequest): Promise<void> {
  const [, token] = /^Bearer ([^\s]{1,300})$/i.exec(request.headers.authorization ?? '') ?? [];
  request.storeCaller = token === undefined ? null : await store.teams.teamOfToken(token);
  if (request.storeCaller === null) throw new StoreApiError(401, 'unknown-token');
}

/** The team that sends a request. */
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

/** @throws StoreApiError unless the team may release everything, and so manage teams */
export function requirePlatform(request: FastifyRequest): Caller {
  const caller = callerOf(request);
  if (!caller.remotes.includes('*')) throw new StoreApiError(403, 'not-your-right');
  return caller;
}
