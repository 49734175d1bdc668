import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAuth } from 'auth/auth';
import { queryClientOf } from './query-client.ts';

/** Gives the parts of a page what has been read for the signed-in person. */
export function WorkspaceData({ children }: { readonly children: ReactNode }) {
  const person = usePerson();
  return <QueryClientProvider client={queryClientOf(person)}>{children}</QueryClientProvider>;
}

/** Id of the signed-in person; empty for a moment while they leave. */
export function usePerson(): string {
  return useAuth((auth) => auth.user?.id) ?? '';
}
