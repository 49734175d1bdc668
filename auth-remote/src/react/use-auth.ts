import type { Auth } from '@atrium/page-kit/contract/auth';
import { useMemo, useSyncExternalStore } from 'react';
import { useTabAuth } from './use-tab-auth.ts';

/** Selects once for each state, so that a selector that builds a new object does not ask React for renders without end. */
function selectOnce<Selection>(getAuth: () => Auth, select: (auth: Auth) => Selection): () => Selection {
  let last: { readonly auth: Auth; readonly selection: Selection } | null = null;
  return () => {
    const auth = getAuth();
    if (last?.auth !== auth) last = { auth, selection: select(auth) };
    return last.selection;
  };
}

const everything = (auth: Auth): Auth => auth;

/** Reads the sign-in; see `UseAuth` in the page contract. */
export function useAuth(): Auth;
export function useAuth<Selection>(select: (auth: Auth) => Selection): Selection;
export function useAuth<Selection>(select?: (auth: Auth) => Selection): Auth | Selection {
  const { getAuth, subscribe } = useTabAuth();
  const getSelection = useMemo(
    () => selectOnce<Auth | Selection>(getAuth, select ?? everything),
    [getAuth, select],
  );
  return useSyncExternalStore(subscribe, getSelection);
}
