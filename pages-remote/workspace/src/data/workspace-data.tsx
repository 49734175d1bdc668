import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useAuth } from 'auth/auth';
import { forgetOld, queryClientOf } from './query-client.ts';

/** Gives the parts of a page what has been read for the signed-in person. */
export function WorkspaceData({ children }: { readonly children: ReactNode }) {
  const client = queryClientOf(usePerson());
  useEffect(() => forgetOld(client), [client]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** What the signed-in person is called; empty for somebody without a name. */
export function usePersonName(): string {
  return useAuth((auth) => {
    const name: unknown = auth.user?.user_metadata['name'];
    return typeof name === 'string' ? name : '';
  });
}

/** Id of the signed-in person; empty for a moment while they leave. */
export function usePerson(): string {
  return useAuth((auth) => auth.user?.id) ?? '';
}
