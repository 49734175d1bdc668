import type { Auth, SupabaseClient, User } from '@atrium/page-kit/contract/auth';
import type { SignIn } from '@atrium/auth-core/sign-in';
import { createContext, use, useMemo, useSyncExternalStore, type ComponentType } from 'react';

/** Props of the dialog in which the signed-in user confirms their identity. */
export interface ConfirmIdentityProps {
  /** The user has confirmed it. Guards learn it from the new session. */
  readonly onConfirmed?: () => void;
  readonly onCancel: () => void;
  /** Whether Escape does not cancel, because that would discard what the user typed. */
  readonly isLeftByButtonOnly?: boolean;
}

/** Screens for users who have or had a session. They load with supabase-js. */
export interface SessionScreens {
  /** A dialog in front of a page whose session the service ended. */
  readonly LogInAgain: ComponentType<{ readonly user: User }>;
  /** A dialog in which the signed-in user confirms that it is them. */
  readonly ConfirmIdentity: ComponentType<ConfirmIdentityProps>;
  /** Replaces a page for which the user lacks a permission. */
  readonly NotPermitted: ComponentType;
}

/** What components use of the tab's sign-in. */
export interface AuthContextValue {
  readonly signIn: SignIn;
  /** Null before supabase-js has loaded, and so before the first session. */
  readonly sessionScreens: () => SessionScreens | null;
}

/** The tab's sign-in; null outside of an `AuthProvider`. */
export const AuthContext = createContext<AuthContextValue | null>(null);
AuthContext.displayName = 'AuthContext';

/** A component uses the sign-in outside of an `AuthProvider`. Wrap it in one, in tests too. */
class MissingAuthProviderError extends Error {
  override readonly name = 'MissingAuthProviderError';
}

/**
 * The tab's sign-in.
 *
 * @throws {MissingAuthProviderError}
 */
export function useAuthContext(): AuthContextValue {
  const context = use(AuthContext);
  if (context === null) throw new MissingAuthProviderError('useAuth, useSupabase and RequireAuth need an AuthProvider around them.');
  return context;
}

/** Selects once for each state: a selector that creates an object would otherwise make React render forever. */
function selectOnce<Selection>(getAuth: () => Auth, select: (auth: Auth) => Selection): () => Selection {
  let last: { readonly auth: Auth; readonly selection: Selection } | null = null;
  return () => {
    const auth = getAuth();
    if (last?.auth !== auth) last = { auth, selection: select(auth) };
    return last.selection;
  };
}

const selectAll = (auth: Auth): Auth => auth;

/** Reads the sign-in; see `UseAuth` in the page contract. */
export function useAuth(): Auth;
export function useAuth<Selection>(select: (auth: Auth) => Selection): Selection;
export function useAuth<Selection>(select?: (auth: Auth) => Selection): Auth | Selection {
  const { getAuth, subscribe } = useAuthContext().signIn;
  const getSelection = useMemo(
    () => selectOnce<Auth | Selection>(getAuth, select ?? selectAll),
    [getAuth, select],
  );
  return useSyncExternalStore(subscribe, getSelection);
}

/**
 * The one Supabase client. Suspends the component until supabase-js has loaded. Throws if loading failed, until
 * `retryStart` or another action tries again.
 */
export function useSupabase(): SupabaseClient {
  const connection = useAuthContext().signIn.lastConnection();
  // No promise, no suspense: the next page shows no skeleton.
  return (connection instanceof Promise ? use(connection) : connection).client;
}
