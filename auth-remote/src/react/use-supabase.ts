import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { use } from 'react';
import { useTabAuth } from './use-tab-auth.ts';

/**
 * The one Supabase client. Suspends the component until it is there. Throws when it cannot be had, and again until
 * `retryStart` or another action has tried once more.
 */
export function useSupabase(): SupabaseClient {
  const connection = useTabAuth().lastConnection();
  // Without a promise there is nothing to suspend for: no skeleton flashes up on the way to the next page.
  return (connection instanceof Promise ? use(connection) : connection).client;
}
