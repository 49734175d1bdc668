import type { Database } from '../database/database.ts';
import type { ApiKeys } from '../keys/api-keys.ts';
import type { TokenVerifier } from '../keys/token-verifier.ts';
import type { FileStore } from './files/file-store.ts';
import type { ObjectTokens } from './signing/object-tokens.ts';

/** What the endpoints of the storage service work with. */
export interface StorageServices {
  database: Database;
  files: FileStore;
  tokens: ObjectTokens;
  keys: ApiKeys;
  verifier: TokenVerifier;
}

/** The most that one file may hold where its bucket says nothing less, in bytes: 50 MiB, as the Supabase CLI has it. */
export const fileSizeLimit = 50 * 1024 * 1024;
