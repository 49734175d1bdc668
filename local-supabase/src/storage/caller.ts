import type { FastifyRequest } from 'fastify';
import type { Claims, Database, Queries } from '../database/database.ts';
import { bearerToken, callerClaims } from '../http/gateway.ts';
import type { ApiKeys } from '../keys/api-keys.ts';
import { TokenError } from '../keys/token-verifier.ts';
import type { TokenVerifier } from '../keys/token-verifier.ts';
import type { FileStore } from './file-store.ts';
import type { ObjectTokens } from './object-tokens.ts';
import { accessDenied, fromDatabaseError } from './storage-error.ts';

/** The dependencies of the storage endpoints. */
export interface StorageServices {
  database: Database;
  files: FileStore;
  tokens: ObjectTokens;
  keys: ApiKeys;
  verifier: TokenVerifier;
}

/** The project's maximum file size, in bytes: 50 MiB, as in the Supabase CLI. */
export const FILE_SIZE_LIMIT = 50 * 1024 * 1024;

/** The caller of a request, and the operation. */
export interface Caller {
  claims: Claims;
  /** Whether the request has a valid key or token. */
  isIdentified: boolean;
  /** The value of `storage.operation()` in policies. */
  operation: string;
}

/**
 * The caller of a request.
 * @param allowsAnonymous whether a request without a valid token is treated as `anon`
 * @throws StorageError 403 `AccessDenied`
 */
export async function callerOf(
  request: FastifyRequest,
  { keys, verifier }: StorageServices,
  operation: string,
  allowsAnonymous: boolean,
): Promise<Caller> {
  try {
    const known = request.keyRole !== null || bearerToken(request) !== undefined;
    if (!known && !allowsAnonymous) throw accessDenied('No authorization header and no API key found in request');
    return { claims: await callerClaims(request, keys, verifier), isIdentified: known, operation };
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    if (allowsAnonymous) return { claims: { role: 'anon' }, isIdentified: false, operation };
    throw accessDenied(error.message, error);
  }
}

/** The owner of what the caller uploads. */
export function ownerOf({ claims }: Caller): string | null {
  return claims.sub ?? null;
}

/**
 * Queries the database as the caller, under row-level security.
 * @throws StorageError for database errors
 */
export async function asCaller<T>(
  { database }: StorageServices,
  caller: Caller,
  work: (queries: Queries) => Promise<T>,
  shouldCommit?: () => boolean,
): Promise<T> {
  const settings = { 'storage.operation': caller.operation, 'storage.allow_delete_query': 'true' };
  try {
    return await database.as(caller.claims, work, { settings, ...(shouldCommit ? { shouldCommit } : {}) });
  } catch (error) {
    throw fromDatabaseError(error);
  }
}
