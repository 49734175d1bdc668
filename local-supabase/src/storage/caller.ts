import type { FastifyRequest } from 'fastify';
import type { Queries } from '../database/database.ts';
import { callerClaims } from '../http/caller-claims.ts';
import { bearerToken } from '../http/gateway.ts';
import type { Claims } from '../keys/claims.ts';
import { TokenError } from '../keys/token-verifier.ts';
import { databaseRefusal } from './database-refusal.ts';
import { accessDenied } from './storage-error.ts';
import type { StorageServices } from './storage-services.ts';

/** Who asks, and for what. */
export interface Caller {
  claims: Claims;
  /** Whether a key or a token came along that this backend made. */
  known: boolean;
  /** What policies find in `storage.operation()`. */
  operation: string;
}

/**
 * The caller of a request.
 * @param admitsAnybody whether a request without a valid token is answered too, as nobody's
 * @throws StorageError 403 `AccessDenied`
 */
export async function callerOf(
  request: FastifyRequest,
  { keys, verifier }: StorageServices,
  operation: string,
  admitsAnybody: boolean,
): Promise<Caller> {
  try {
    const known = request.keyRole !== null || bearerToken(request) !== undefined;
    if (!known && !admitsAnybody) throw accessDenied('No authorization header and no API key found in request');
    return { claims: await callerClaims(request, keys, verifier), known, operation };
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    if (admitsAnybody) return { claims: { role: 'anon' }, known: false, operation };
    throw accessDenied(error.message, error);
  }
}

/** The person to whom what the caller uploads belongs. */
export function ownerOf({ claims }: Caller): string | null {
  return claims.sub ?? null;
}

/**
 * Asks the database as the caller, so that row-level security decides.
 * @throws StorageError for what it refuses
 */
export async function asCaller<T>(
  { database }: StorageServices,
  caller: Caller,
  work: (queries: Queries) => Promise<T>,
  stays?: () => boolean,
): Promise<T> {
  const settings = { 'storage.operation': caller.operation, 'storage.allow_delete_query': 'true' };
  try {
    return await database.as(caller.claims, work, { settings, ...(stays ? { stays } : {}) });
  } catch (error) {
    throw databaseRefusal(error);
  }
}
