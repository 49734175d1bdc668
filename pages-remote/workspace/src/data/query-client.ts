import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { reportFault } from './workspace-error.ts';

/** Milliseconds for which what was read counts as fresh: going back and forth between pages asks nothing again. */
const FRESH_MS = 15_000;

/** Milliseconds for which what no page shows is kept. */
const KEPT_MS = 300_000;

interface Kept {
  readonly person: string;
  readonly client: QueryClient;
}

let kept: Kept | null = null;

/** What has been read for a person, for as long as nobody else signs in: then it is forgotten. */
export function queryClientOf(person: string): QueryClient {
  if (kept?.person === person) return kept.client;
  kept?.client.clear();
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: reportFault }),
    mutationCache: new MutationCache({ onError: reportFault }),
    defaultOptions: {
      // A browser that says "online" may still have no connection: the answer decides, and failures are told. What failed,
      // or is old, is read again when the browser is back online: this network mode turns that off by default.
      // postgrest-js itself tries reads again that did not arrive.
      // No timer forgets what was read, as a page leaves none behind when it is left: see forgetOld.
      queries: { networkMode: 'always', refetchOnReconnect: true, retry: false, staleTime: FRESH_MS, gcTime: Infinity },
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  });
  kept = { person, client };
  return client;
}

/** Forgets what no page has shown for a while. */
export function forgetOld(client: QueryClient): void {
  client.removeQueries({ type: 'inactive', predicate: ({ state }) => state.dataUpdatedAt < Date.now() - KEPT_MS });
}
