import type * as clientChunk from './client-chunk.ts';
import { text } from '../messages.ts';

/** What the chunk with supabase-js exports. */
export type ClientCode = typeof clientChunk;

/** The chunk with supabase-js did not arrive. Safe to try again. */
export class ClientCodeError extends Error {
  override readonly name = 'ClientCodeError';
  readonly code = 'network';

  constructor(cause: unknown) {
    super(text('client.notLoaded'), { cause });
  }
}

/**
 * Loads supabase-js and all that needs it, in a chunk of its own: a visitor without a session sees the log-in form first.
 *
 * @throws {ClientCodeError}
 */
export async function loadClientCode(): Promise<ClientCode> {
  try {
    return await import('./client-chunk.ts');
  } catch (cause) {
    throw new ClientCodeError(cause);
  }
}
