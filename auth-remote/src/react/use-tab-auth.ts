import { use } from 'react';
import type { TabAuth } from '../state/tab-auth.ts';
import { AuthContext } from './auth-context.ts';

/** A component reads the sign-in outside of an `AuthProvider`. Wrap it in one; in tests, too. */
export class MissingAuthProviderError extends Error {
  override readonly name = 'MissingAuthProviderError';
}

/**
 * The tab's sign-in.
 *
 * @throws {MissingAuthProviderError}
 */
export function useTabAuth(): TabAuth {
  const tab = use(AuthContext);
  if (tab === null) throw new MissingAuthProviderError('useAuth, useSupabase and RequireAuth need an AuthProvider around them.');
  return tab;
}
