import { use, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import type { Auth, AuthHandle, AuthModule } from '../../contract/auth.ts';
import { onSignInChange, signIn } from './current-sign-in.ts';
import { RequireAuth as GuardedRoute } from './require-auth.tsx';

/** In the place of the auth remote: `import … from 'auth/auth'` gives this module in tests. */

function Provider({ children }: { readonly children: ReactNode }) {
  useEffect(() => {
    void signIn().start();
  }, []);
  return children;
}

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

function useSignIn(): Auth;
function useSignIn<Selection>(select: (auth: Auth) => Selection): Selection;
function useSignIn<Selection>(select?: (auth: Auth) => Selection): Auth | Selection {
  const { getAuth, subscribe } = signIn();
  const getSelection = useMemo(() => selectOnce<Auth | Selection>(getAuth, select ?? everything), [getAuth, select]);
  return useSyncExternalStore(subscribe, getSelection);
}

function useClient() {
  const current = signIn();
  void current.start();
  return current.opened ? current.client : use(pendingClient(current.getSupabase));
}

const pending = new WeakMap<object, ReturnType<AuthHandle['getSupabase']>>();

/** The same promise for each sign-in: React asks again and again while it waits. */
function pendingClient(getSupabase: AuthHandle['getSupabase']): ReturnType<AuthHandle['getSupabase']> {
  const promise = pending.get(getSupabase) ?? getSupabase();
  pending.set(getSupabase, promise);
  return promise;
}

const handle: AuthHandle = {
  getAuth: () => signIn().getAuth(),
  subscribe: onSignInChange,
  hasStoredSession: () => signIn().hasStoredSession(),
  getSupabase: () => signIn().getSupabase(),
};

/** What is exposed as `./auth`: what the page contract promises, no more and no less. */
export const { AuthProvider, RequireAuth, useAuth, useSupabase, auth, firstPageShown, verifyToken } = {
  AuthProvider: Provider,
  RequireAuth: GuardedRoute,
  useAuth: useSignIn,
  useSupabase: useClient,
  auth: handle,
  firstPageShown: () => undefined,
  verifyToken: (token, options) => signIn().verifyToken(token, options),
} satisfies AuthModule;
