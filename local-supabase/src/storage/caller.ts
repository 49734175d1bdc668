import type { FastifyRequest } from 'fastify';
import type { Claims, Database, Queries } from '../database/database.ts';
import { bearerToken, callerClaims } from '../http/gateway.ts';
import type { ApiKeys } from '../keys/api-keys.ts';
import { TokenError } from '../keys/token-verifier.ts';
import type { TokenVerifier } from '../keys/token-verifier.ts';
import type { FileStore } from './file-store.ts';
import type { ObjectTokens } from './object-tokens.ts';
import { accessDenied, databaseRefusal } from './storage-error.ts';

/** What the endpoints of the storage service work with. */
export interface StorageServices {
  database: Database;
  files: FileStore;
  tokens: ObjectTokens;
  keys: ApiKeys;
  verifier: TokenVerifier;
}

/** The most that one file may hold where its bucket says nothing less, in bytes: 50 MiB, as the Supabase CLI has it. */
export const FILE_SIZE_LIMIT = 50 * 1024 * 1024;

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
