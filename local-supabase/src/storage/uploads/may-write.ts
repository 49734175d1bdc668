import { asCaller } from '../caller.ts';
import type { Caller } from '../caller.ts';
import { insertObject, upsertObject } from '../objects/write-object.ts';
import type { NewObject } from '../objects/write-object.ts';
import { StorageError, alreadyExists } from '../storage-error.ts';
import type { StorageServices } from '../storage-services.ts';

/** An object that somebody wants to write, before its bytes are there. */
export interface Intent extends Omit<NewObject, 'version'> {
  /** Whether it may take the place of another. */
  upsert: boolean;
}

/**
 * Asks the policies before any byte is taken: writes the row as the caller and undoes it.
 * @throws StorageError 403 when they refuse, 409 when the key is taken and may not be replaced
 */
export async function requireMayWrite(storage: StorageServices, caller: Caller, intent: Intent): Promise<void> {
  const write = intent.upsert ? upsertObject : insertObject;
  try {
    await asCaller(storage, caller, (queries) => write(queries, { ...intent, version: '1' }), () => false);
  } catch (error) {
    if (error instanceof StorageError && error.code === 'ResourceAlreadyExists') throw alreadyExists('KeyAlreadyExists', error);
    throw error;
  }
}
