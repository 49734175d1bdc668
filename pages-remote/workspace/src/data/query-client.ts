import { QueryClient } from '@tanstack/react-query';

/** Milliseconds for which what was read counts as fresh: going back and forth between pages asks nothing again. */
const FRESH_MS = 15_000;

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
    defaultOptions: {
      // A browser that says "online" may still have no connection: the answer decides, and failures are told.
      // postgrest-js itself tries reads again that did not arrive.
      queries: { networkMode: 'always', retry: false, staleTime: FRESH_MS },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  kept = { person, client };
  return client;
}
