import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useAuth } from 'auth/auth';
import { reportFault } from '../model/workspace-error.ts';

/** Milliseconds for which cached data counts as fresh: moving back and forth between pages sends no requests. */
const FRESH_MS = 15_000;

/** Milliseconds for which data that no page shows stays in the cache. */
const UNUSED_MS = 300_000;

/** The cache of the user who signed in last. It outlives the pages, but not a change of user. */
let cache: { readonly person: string; readonly client: QueryClient } | null = null;

/** Provides the signed-in user's query cache to a page. */
export function WorkspaceData({ children }: { readonly children: ReactNode }) {
  const isSignedIn = useAuth((auth) => auth.user !== null);
  const client = queryClientOf(usePerson());
  useEffect(() => {
    // Here instead of by a timer, so that no timer outlives the page. Requests that were started before the page rendered have no data yet.
    client.removeQueries({ type: 'inactive', fetchStatus: 'idle', predicate: ({ state }) => state.dataUpdatedAt < Date.now() - UNUSED_MS });
    // What was refused until the user had logged in again.
    void client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
  }, [client, isSignedIn]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/**
 * Id of the signed-in user; empty for a moment while they log out. A user whose session was revoked logs in again in place: their page
 * waits as it is, with the form that they are writing in.
 */
export function usePerson(): string {
  return useAuth(({ user, ended }) => user?.id ?? (ended === 'revoked' ? cache?.person : undefined)) ?? '';
}

/** The query cache of a user. Another user's cache is emptied. */
export function queryClientOf(person: string): QueryClient {
  if (cache?.person === person) return cache.client;
  cache?.client.clear();
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: reportFault }),
    mutationCache: new MutationCache({ onError: reportFault }),
    defaultOptions: {
      // A browser that reports "online" may have no connection, so every request is sent and its failure shown. With this network
      // mode, refetching on reconnect is off unless it is set. No retries: postgrest-js itself repeats reads without a response.
      queries: { networkMode: 'always', refetchOnReconnect: true, retry: false, staleTime: FRESH_MS, gcTime: Infinity },
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  });
  cache = { person, client };
  return client;
}
